import { Code, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { Moment } from '@/ui/time/Moment'
import { LookedUp } from './LookedUp'
import { fieldName, valueText } from './names'

export type Change = { field: string; before?: unknown; after?: unknown }

/** The changes of an entry, field by field, before and after. */
export function Changes({ changes }: { changes: Change[] }) {
  // With the words of all values.
  const { t, i18n } = useTranslation([
    'activity',
    'imports',
    'packages',
    'profiles',
    'shipment-form',
    'shipments',
    'users',
  ])
  const compares = changes.some(({ before }) => !isEmpty(before))
  if (changes.length === 0) return <Text c="dimmed">{t('noChanges')}</Text>
  return (
    <Table
      withTableBorder
      verticalSpacing="xs"
      horizontalSpacing={6}
      fz="sm"
      style={{ tableLayout: 'fixed', wordBreak: 'break-word' }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('what')}</Table.Th>
          {compares && <Table.Th>{t('before')}</Table.Th>}
          <Table.Th>{compares ? t('after') : t('value')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldName(i18n, field)}</Table.Th>
            {compares && (
              <Table.Td>
                <Value field={field} value={before} />
              </Table.Td>
            )}
            <Table.Td>
              <Value field={field} value={after} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function Value({ field, value }: { field: string; value: unknown }) {
  const { t, i18n } = useTranslation('activity')
  const format = useFormat()
  if (isEmpty(value))
    return (
      <Text span inherit c="dimmed">
        {t('nothing')}
      </Text>
    )
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (isPlain(value) && MOMENT.test(String(value))) return <Moment at={String(value)} />
  if (isPlain(value))
    return <LookedUp field={field} value={value} other={valueText(i18n, format, field, value)} />
  if (Array.isArray(value) && value.every(isPlain))
    return value.map((part) => valueText(i18n, format, field, part)).join(', ')
  return (
    <Code block style={{ whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 1)}
    </Code>
  )
}
