import { Code, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Moment } from '../Moment'
import { fieldName } from './names'

export type Change = { field: string; before?: unknown; after?: unknown }

/** What an entry changed, field by field, before and after. */
export function Changes({ changes }: { changes: Change[] }) {
  const { t, i18n } = useTranslation('activity')
  const compares = changes.some(({ before }) => !isEmpty(before))
  if (changes.length === 0) return <Text c="dimmed">{t('noChanges')}</Text>
  return (
    <Table withTableBorder verticalSpacing="xs" style={{ tableLayout: 'fixed', wordBreak: 'break-word' }}>
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
                <Value value={before} />
              </Table.Td>
            )}
            <Table.Td>
              <Value value={after} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation('activity')
  if (isEmpty(value)) return <Text c="dimmed">{t('nothing')}</Text>
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number') return value
  if (typeof value === 'string') return MOMENT.test(value) ? <Moment at={value} /> : value
  return (
    <Code block style={{ whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 1)}
    </Code>
  )
}
