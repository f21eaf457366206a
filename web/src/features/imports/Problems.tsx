import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { ScrollTable } from '@/ui/ScrollTable'
import { FirstRefused } from './FirstRefused'
import { useImportKind } from './kind'

/** Why lines were refused, the commonest reason first, and the lines themselves as a file. */
export function Problems({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const id = useId()
  const { own, url } = useImportKind()
  if (shown.counts.refused_lines === 0) return null
  const refused = `${url}/${shown.id}/refused`
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('problems.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(own ? `${own}.problems` : 'problems.text')}
      </Text>
      <ScrollTable label={{ id }}>
        <Table aria-labelledby={id}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('problems.reason')}</Table.Th>
              <Table.Th>{t('column')}</Table.Th>
              <Table.Th ta="right">{t('problems.lines')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.problems.map(({ code, column, field, count }) => (
              <Table.Tr key={`${code} ${column} ${field}`}>
                <Table.Td>{t(`reason.${code}` as 'reason.import_required')}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td ta="right">{format.number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
      <FirstRefused shown={shown} />
      {shown.can.download_refused && (
        <Group gap="xs">
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={`${refused}?format=${format}`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('problems.download', { format: format.toUpperCase() })}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
