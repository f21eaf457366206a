import { Code, Stack, Table, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentImportRefusedLines } from '@/api/generated/endpoints/imports/imports'
import type { ImportReason, ImportRefusedLine, ShipmentImport } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { cellOf } from './refused'

/** Enough to see what is wrong; the file has them all. */
const FIRST = 10

/** The first refused lines: their number in the file, why, and what stands there. */
export function FirstRefused({ shown }: { shown: ShipmentImport }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const id = useId()
  const { data } = useShipmentImportRefusedLines(
    shown.id,
    { page: 1, per_page: FIRST },
    { request: { quiet: true } },
  )
  const lines = data?.data ?? []
  const total = shown.counts.refused_lines
  if (lines.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={3} id={id}>
        {lines.length < total
          ? t('refused.title', { first: format.number(lines.length), total: format.number(total) })
          : t('count.refused_lines')}
      </Title>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ tabIndex: 0, 'aria-labelledby': id }}
        type="native"
      >
        <Table aria-labelledby={id} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="5rem">{t('refused.line')}</Table.Th>
              <Table.Th>{t('problems.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.line}>
                <Table.Td>{format.number(line.line)}</Table.Td>
                <Table.Td>
                  {line.reasons.map((reason) => (
                    <Reason key={reason.message} reason={reason} value={cellOf(shown, line, reason)} />
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

type ReasonProps = { reason: ImportReason; value: ImportRefusedLine['cells'][number] }

function Reason({ reason, value }: ReasonProps) {
  return (
    <Text size="sm" mb={2}>
      {reason.message} {value && <Code>{value}</Code>}
    </Text>
  )
}
