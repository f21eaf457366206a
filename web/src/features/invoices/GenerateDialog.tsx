import { Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invoiceGenerate, useInvoiceProposal } from '@/api/generated/endpoints/finance/finance'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import { useProfile } from '@/context/session'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened, useShowProcesses } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { useFormat } from '@/ui/format'
import { lastMonth } from './draft/values'

type GenerateDialogProps = { opened: boolean; onClose(): void }

/** Drafts an invoice for every client with charges of a period, in the background. */
export default function GenerateDialog({ opened, onClose }: GenerateDialogProps) {
  const { t } = useTranslation(['invoices', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('generate.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Ask onClose={onClose} />
    </Modal>
  )
}

function Ask({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('invoices')
  const { can } = useProfile()
  const format = useFormat()
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const [{ from, to }, setDays] = useState(() => lastMonth(format.today()))
  const [issue, setIssue] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const errors: Partial<Record<string, string>> = failure === undefined ? {} : fieldTexts(failure)

  async function start() {
    setBusy(true)
    setFailure(undefined)
    try {
      await invoiceGenerate({ period_from: from, period_to: to, issue })
      void invalidateBackgroundTaskList(client)
      notify.info(t('generate.started'))
      onClose()
      showProcesses()
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
        void start()
      }}
    >
      <Stack>
        <Text size="sm">{t('generate.text')}</Text>
        <Group grow align="flex-start">
          <DayField
            required
            label={t('generate.from')}
            value={from}
            error={errors.period_from}
            onChange={(day) => setDays({ from: day, to })}
            data-autofocus
          />
          <DayField
            required
            label={t('generate.to')}
            value={to}
            error={errors.period_to}
            onChange={(day) => setDays({ from, to: day })}
          />
        </Group>
        <Waiting from={from} to={to} />
        {can['invoice.issue'] && (
          <Checkbox
            label={t('generate.issue')}
            description={t('generate.issueText')}
            checked={issue}
            onChange={(event) => setIssue(event.currentTarget.checked)}
          />
        )}
        <DialogEnd
          failure={failure !== undefined && Object.keys(errors).length === 0 ? errorText(failure) : undefined}
          action={issue ? t('generate.both') : t('generate.send')}
          busy={busy}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

/** How many invoices these days make, and their sums. */
function Waiting({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const isAsked = from !== '' && to !== ''
  const result = useInvoiceProposal({ from, to }, { query: { enabled: isAsked }, request: { quiet: true } })
  const sums = result.data?.data.sums
  const count = sums?.reduce((sum, { client_count }) => sum + client_count, 0) ?? 0
  // The line has its place from the start.
  return (
    <div role="status" style={{ minHeight: '3.2em' }}>
      {sums?.length === 0 && <Text size="sm">{t('generate.nothing')}</Text>}
      {sums && sums.length > 0 && (
        <>
          <Text size="sm">{t('generate.count', { count, number: format.number(count) })}</Text>
          <BulkTotals
            label={t('field.total')}
            amounts={sums.map(({ total, currency }) => ({ amount: total, currency }))}
          />
        </>
      )}
    </div>
  )
}
