import { Stack, Table, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { missingName } from '@/shared/shipments/missing-fields'
import { useFormat } from '@/ui/format'

/** Missing fields of the new shipments, most common first. */
export function Missing({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const { t: names } = useTranslation('shipments')
  const format = useFormat()
  const id = useId()
  if (shown.missing.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {t('lack.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('lack.text')}
        </Text>
      </div>
      <Table aria-labelledby={id} maw="36rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('lack.field')}</Table.Th>
            <Table.Th ta="right">{t('lack.shipments')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.missing.map(({ field, shipments }) => (
            <Table.Tr key={field}>
              <Table.Td>{missingName(field, names)}</Table.Td>
              <Table.Td ta="right">{format.number(shipments)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
