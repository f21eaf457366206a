import { Alert, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { Import, ImportRefusedLine } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { ScrollTable } from '@/ui/ScrollTable'
import { useOnce } from '@/ui/useOnce'
import { useImportKind } from './kind'
import { changedLines, nameOf, saidOf, type Typed, textOf, wrongCells } from './refused'

/** The name of a line of each kind. */
const OWN_NAMES = { clients: 'client', stock: 'group.stock' } as const

/** Enough to see what is wrong; the file has them all. */
const FIRST = 10
/** More can be corrected in place: after these the next ones follow. */
const CORRECTABLE = 50

/** The first refused lines: their number in the file, whose they are, and why. After the import they can be corrected. */
export function FirstRefused({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const id = useId()
  const corrects = shown.can.correct
  const { own, useRefusedLines } = useImportKind()
  const { data } = useRefusedLines(
    shown.id,
    { page: 1, per_page: corrects ? CORRECTABLE : FIRST },
    { request: { quiet: true } },
  )
  const correction = useCorrection(shown)
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
      {corrects && (
        <Text size="sm" c="dimmed">
          {t('refused.correctText')}
        </Text>
      )}
      <ScrollTable label={{ id }}>
        <Table aria-labelledby={id} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="5rem">{t('refused.line')}</Table.Th>
              <Table.Th>{t(own ? OWN_NAMES[own] : 'refused.shipment')}</Table.Th>
              <Table.Th>{t('problems.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.line}>
                <Table.Td>{format.number(line.line)}</Table.Td>
                <Table.Td>
                  <Whose {...nameOf(shown, line)} />
                </Table.Td>
                <Table.Td>
                  {corrects ? (
                    <Cells shown={shown} line={line} {...correction} />
                  ) : (
                    line.reasons.map((reason) => (
                      <Reason key={`${reason.column} ${reason.message}`} {...saidOf(shown, line, reason)} />
                    ))
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
      {corrects && <Send {...correction} />}
    </Stack>
  )
}

/** The text typed into the refused cells, and the call that imports it. */
function useCorrection(shown: Import) {
  const { t } = useTranslation('imports')
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const { own, useCorrect, invalidate, invalidateRefused } = useImportKind()
  const send = useCorrect({
    mutation: {
      onSuccess: async ({ data }) => {
        setTyped({})
        const created = own ? 'taken_lines' : 'new_shipments'
        const count = data.counts[created] - shown.counts[created]
        notify.success(t(own ? `${own}.imported` : 'refused.imported', { count, number: count }))
        await invalidateRefused(queryClient, shown.id)
        await invalidate(queryClient, shown.id)
      },
    },
  })
  const sendOnce = useOnce(send)
  return {
    typed,
    type: (line: number, column: string, value: string) =>
      setTyped((before) => ({ ...before, [line]: { ...before[line], [column]: value } })),
    lines: changedLines(typed),
    failure: send.error,
    isPending: send.isPending,
    send: () => sendOnce({ id: shown.id, data: { lines: changedLines(typed), version: shown.version } }),
  }
}

type Correction = ReturnType<typeof useCorrection>

function Whose({ reference, recipient }: ReturnType<typeof nameOf>) {
  return (
    <>
      <Text size="sm">{reference}</Text>
      {recipient && (
        <Text size="sm" c="dimmed">
          {recipient}
        </Text>
      )}
    </>
  )
}

type CellsProps = Pick<Correction, 'typed' | 'type' | 'isPending'> & {
  shown: Import
  line: ImportRefusedLine
}

function Cells({ shown, line, typed, type, isPending }: CellsProps) {
  const { t } = useTranslation('imports')
  const wrong = wrongCells(shown, line)
  const others = line.reasons.map(textOf).filter((text) => !wrong.some(({ message }) => message === text))
  return (
    <Stack gap="xs">
      {wrong.map(({ column, name, value, message }) => (
        <TextInput
          key={column}
          size="sm"
          label={name}
          aria-label={t('refused.cell', { column: name, line: line.line })}
          value={typed[line.line]?.[column] ?? value}
          error={typed[line.line]?.[column] === undefined && message}
          disabled={isPending}
          maxLength={4000}
          onChange={(event) => type(line.line, column, event.currentTarget.value)}
        />
      ))}
      {others.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Stack>
  )
}

function Send({ lines, send, isPending, failure }: Correction) {
  const { t } = useTranslation('imports')
  return (
    <>
      {failure ? (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {errorText(failure)}
        </Alert>
      ) : null}
      <Group>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isPending}
          disabled={lines.length === 0}
          onClick={send}
        >
          {t('refused.correct')}
        </Button>
      </Group>
    </>
  )
}

/** One sentence: the column, its cell where the reason does not quote it, and the reason. */
function Reason({ column, cell, message }: ReturnType<typeof saidOf>) {
  const { t } = useTranslation('imports')
  return (
    <Text size="sm" mb={2}>
      {column ? t(cell ? 'refused.ofCell' : 'refused.ofColumn', { column, cell, message }) : message}
    </Text>
  )
}
