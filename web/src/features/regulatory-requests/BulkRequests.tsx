import { Alert, Anchor, Button, Group, List, Modal, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  invalidateRegulatoryRequestList,
  regulatoryRequestChangeStatusMany,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRequestSummary, RegulatoryStepResult, RegulatoryTarget } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useOpened } from '@/ui/dialogs/overlay'

export type BulkChange = { target: RegulatoryTarget; rows: RegulatoryRequestSummary[]; clear(): void }

type BulkRequestsProps = { change: BulkChange; opened: boolean; onClose(): void }

/** Asks, changes the status of many, and says what became of each. */
export default function BulkRequests({ change, opened, onClose }: BulkRequestsProps) {
  const { t } = useTranslation(['regulatory-requests', 'common'])
  const [results, setResults] = useState<RegulatoryStepResult[]>()
  const { target, rows, clear } = change

  function close() {
    onClose()
    if (results?.some(({ done }) => done)) clear()
    setResults(undefined)
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      title={results ? t('many.report') : t(`many.title.${target}`, { count: rows.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {results ? (
        <Report results={results} onClose={close} />
      ) : (
        <Ask change={change} onDone={setResults} onClose={close} />
      )}
    </Modal>
  )
}

type AskProps = { change: BulkChange; onDone(results: RegulatoryStepResult[]): void; onClose(): void }

function Ask({ change: { target, rows }, onDone, onClose }: AskProps) {
  const { t } = useTranslation(['regulatory-requests', 'common'])
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function change() {
    setBusy(true)
    try {
      const ids = rows.map(({ id }) => id)
      const { data } = await regulatoryRequestChangeStatusMany({ ids, status: target, note: note || null })
      void invalidateRegulatoryRequestList(client)
      onDone(data)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void change()
      }}
    >
      <Stack>
        <Text size="sm">{t('many.text')}</Text>
        <Textarea
          label={t('note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={1000}
          rows={3}
          data-autofocus
        />
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t(`many.action.${target}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** One line per request; those that were refused come first. */
function Report({ results, onClose }: { results: RegulatoryStepResult[]; onClose(): void }) {
  const { t } = useTranslation(['regulatory-requests', 'regulatory', 'common'])
  const done = results.filter((result) => result.done)
  const refused = results.filter((result) => !result.done)
  return (
    <Stack>
      <Text size="sm" fw={600} role="status">
        {t('many.done', { count: done.length })}
        {refused.length > 0 && ` · ${t('many.refused', { count: refused.length })}`}
      </Text>
      <ScrollArea.Autosize mah="min(22rem, 50dvh)" type="auto">
        <List listStyleType="none" spacing="xs" aria-label={t('many.report')}>
          {[...refused, ...done].map(({ id, tracking_code, message, anvisa_solicita_status: status }) => (
            <List.Item
              key={id}
              icon={
                message ? (
                  <IconAlertCircle size={16} color="var(--mantine-color-red-text)" aria-hidden />
                ) : (
                  <IconCircleCheck size={16} color="var(--mantine-color-teal-text)" aria-hidden />
                )
              }
            >
              <Anchor
                component={AppLink}
                to={paths['regulatory_requests.show']({ id })}
                target="_blank"
                size="sm"
                fw={550}
              >
                {tracking_code ?? id}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {message ?? (status !== null && t(`regulatory:status.${status}`))}
              </Text>
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}
