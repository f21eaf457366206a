import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceSheetResult, PriceSheetRole } from '@/api/schema'
import classes from './SheetParts.module.css'
import { columnName, decide, isList, isUnclear, type Line, linesOf, rolesOf } from './sheet-parts'
import type { SheetImport } from './useSheetImport'

type PartsProps = { result: PriceSheetResult; model: SheetImport }

/** Every column of the sheet, or row when weights stand across, with what it was taken for. */
export function SheetParts({ result, model }: PartsProps) {
  const { t } = useTranslation('price-simulation')
  const across = result.form === 'across'
  return (
    <ul className={classes.parts} aria-label={t(across ? 'reading.rows' : 'reading.columns')}>
      {linesOf(result).map((line) => (
        <li key={`${line.number} ${line.role} ${line.zone}`} className={classes.part}>
          <div>
            <Text size="sm" fw={600} className={classes.header}>
              {t(across ? 'reading.row' : 'reading.column', {
                name: across ? line.number : columnName(line.number),
                header: line.header,
              })}
            </Text>
            <Text size="xs" c="dimmed" className={classes.header}>
              {line.samples.join(' · ')}
            </Text>
          </div>
          <Meaning {...{ result, model, line }} />
        </li>
      ))}
    </ul>
  )
}

function Meaning({ result, model, line }: PartsProps & { line: Line }) {
  const { t } = useTranslation('price-simulation')
  const { decided, isPending } = model
  const [zone, setZone] = useState(line.zone ?? '')
  const roles = rolesOf(result, line)
  // In a list, each row has its zone.
  const isNamed = (line.role === 'price' || line.role === 'per_unit') && !isList(result)
  const isOpen = isUnclear(result, line)
  const name = line.header || columnName(line.number)
  const put = (role: PriceSheetRole, named: string) =>
    model.decide(decide(decided, { number: line.number, role, zone: named.trim() || undefined }))
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={t('reading.meaningOf', { name })}
        disabled={isPending}
        value={isOpen ? '' : line.role}
        onChange={(event) => put(event.currentTarget.value as PriceSheetRole, zone)}
        data={[
          ...(isOpen ? [{ value: '', label: t('reading.choose'), disabled: true }] : []),
          ...roles.map((value) => ({ value, label: t(`reading.role.${value}`) })),
        ]}
      />
      {isNamed && (
        <TextInput
          size="sm"
          aria-label={t('reading.zoneOf', { name })}
          disabled={isPending}
          maxLength={40}
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value)}
          // A name is no answer to the question about the unit, which takes it along.
          onBlur={() => !isOpen && zone.trim() !== (line.zone ?? '') && put(line.role, zone)}
        />
      )}
    </>
  )
}
