import { Badge, Checkbox, Group, NativeSelect, Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportField, ImportMappingColumn } from '@/api/schema'
import { fieldOptions } from './fields'
import classes from './MapStep.module.css'
import { assign, change, columnOf, DECIMAL_KINDS } from './mapping'
import type { PartOf } from './part'

const SAMPLES = 3

/** Every column of the file with what is in it and what it means. */
export function ColumnsList(props: PartOf) {
  const { shown } = props
  const { t } = useTranslation('imports')
  return (
    <ul className={classes.columns}>
      <li className={`${classes.column} ${classes.head}`} aria-hidden>
        <span>{t('column')}</span>
        <span>{t('map.samples')}</span>
        <span>{t('map.means')}</span>
        <span>{t('map.isWritten')}</span>
      </li>
      {shown.columns.map((column, at) => (
        // A file may have two columns of one name; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the column
        <li key={at} className={classes.column}>
          <div className={classes.name}>{column.name || t('map.unnamed', { number: at + 1 })}</div>
          <Samples values={shown.sample.map((row) => row[at] ?? '')} />
          {column.key ? (
            <Meaning {...props} source={column.key} name={column.name} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('map.unnamedText')}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}

function Samples({ values }: { values: string[] }) {
  const { t } = useTranslation('imports')
  const filled = [...new Set(values.filter((value) => value.trim() !== ''))].slice(0, SAMPLES)
  return (
    <div className={classes.samples}>
      {filled.length === 0 && <div>{t('map.noSamples')}</div>}
      {filled.map((value) => (
        <div key={value} title={value}>
          {value}
        </div>
      ))}
    </div>
  )
}

type MeaningProps = PartOf & { source: string; name: string }

function Meaning({ shown, mapping, onChange, fields, errors, source, name }: MeaningProps) {
  const { t } = useTranslation('imports')
  const column = columnOf(mapping, source)
  const options = useMemo(
    () =>
      fieldOptions(fields, t, (field) =>
        mapping.columns.some((other) => other.field === field && other.source !== source),
      ),
    [fields, t, mapping, source],
  )
  const suggested = shown.version === 1 && column && columnOf(shown.mapping, source)?.field === column.field
  return (
    <>
      <div>
        <Select
          aria-label={t('map.meaningOf', { column: name })}
          placeholder={t('map.notRead')}
          data={options}
          value={column?.field ?? null}
          onChange={(field) => onChange(assign(mapping, source, field as ImportField | null))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('map.doNotRead', { column: name }) }}
          nothingFoundMessage={t('nothingFound')}
          error={errors[`column:${source}`]}
          size="sm"
        />
        {suggested && (
          <Badge size="xs" variant="light" tt="none" mt={4}>
            {t('map.guess')}
          </Badge>
        )}
      </div>
      <div className={classes.written}>
        {column && (
          <Written {...{ mapping, onChange, fields, column, name }} error={errors[`mark:${source}`]} />
        )}
      </div>
    </>
  )
}

type WrittenProps = Pick<PartOf, 'mapping' | 'onChange' | 'fields'> & {
  column: ImportMappingColumn
  name: string
  error: string | undefined
}

/** The order of day and month, the decimal sign, shares of a total: where the meaning leaves them open. */
function Written({ mapping, onChange, fields, column, name, error }: WrittenProps) {
  const { t } = useTranslation('imports')
  const info = fields.find(({ field }) => field === column.field)
  const set = (patch: Parameters<typeof change>[2]) => onChange(change(mapping, column.source, patch))
  return (
    <Group gap="xs">
      {info?.kind === 'date' && (
        <NativeSelect
          size="xs"
          aria-label={t('map.dateOrderOf', { column: name })}
          value={column.date_order ?? ''}
          onChange={(event) => set({ date_order: event.currentTarget.value as typeof column.date_order })}
          error={column.date_order === null && (error ?? t('dateOrder.open'))}
          data={[
            ...(column.date_order === null
              ? [{ value: '', label: t('dateOrder.choose'), disabled: true }]
              : []),
            { value: 'day_first', label: t('dateOrder.day_first') },
            { value: 'month_first', label: t('dateOrder.month_first') },
          ]}
        />
      )}
      {info && DECIMAL_KINDS.has(info.kind) && (
        <NativeSelect
          size="xs"
          aria-label={t('map.decimalMarkOf', { column: name })}
          value={column.decimal_mark ?? ''}
          onChange={(event) => set({ decimal_mark: event.currentTarget.value as typeof column.decimal_mark })}
          error={column.decimal_mark === null && (error ?? t('decimalMark.open'))}
          data={[
            ...(column.decimal_mark === null
              ? [{ value: '', label: t('decimalMark.choose'), disabled: true }]
              : []),
            { value: 'point', label: t('decimalMark.point') },
            { value: 'comma', label: t('decimalMark.comma') },
          ]}
        />
      )}
      {info?.is_total && (
        <Checkbox
          size="xs"
          label={t('map.perLine')}
          aria-label={t('map.perLineOf', { column: name })}
          checked={column.per_line}
          onChange={(event) => set({ per_line: event.currentTarget.checked })}
        />
      )}
    </Group>
  )
}
