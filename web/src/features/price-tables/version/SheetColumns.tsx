import { NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PriceSheetResult } from '@/api/schema'
import classes from './SheetParts.module.css'
import { columnName, readColumn, weightColumnsOf } from './sheet-parts'
import type { SheetImport } from './useSheetImport'

/** The columns of weights that stand across: each is read or not. */
export function SheetColumns({ result, model }: { result: PriceSheetResult; model: SheetImport }) {
  const { t } = useTranslation('price-simulation')
  const { decided, isPending, decide } = model
  const columns = weightColumnsOf(result)
  if (columns.length === 0) return null
  return (
    <ul className={classes.parts} aria-label={t('reading.columns')}>
      {columns.map(({ number, header, samples, isRead }) => (
        <li key={number} className={classes.part}>
          <div>
            <Text size="sm" fw={600} className={classes.header}>
              {t('reading.column', { name: columnName(number), header })}
            </Text>
            <Text size="xs" c="dimmed" className={classes.header}>
              {samples.join(' · ')}
            </Text>
          </div>
          <NativeSelect
            size="sm"
            aria-label={t('reading.meaningOf', { name: header || columnName(number) })}
            disabled={isPending}
            value={isRead ? 'read' : 'ignored'}
            onChange={(event) => decide(readColumn(decided, number, event.currentTarget.value === 'read'))}
            data={[
              { value: 'read', label: t('reading.read') },
              { value: 'ignored', label: t('reading.role.ignored') },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
