import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { invalidateInvoiceList, invoiceIssueMany } from '@/api/generated/endpoints/finance/finance'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { InvoiceSummary } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened, useShowProcesses } from '@/ui/dialogs/overlay'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'

/** Issues the chosen drafts in the background. */
export default function IssueInvoices({ chosen, opened, onClose }: BulkDialogProps<InvoiceSummary>) {
  const { t } = useTranslation(['invoices', 'common'])
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const drafts = chosen.rows.filter(({ can }) => can.issue)
  const left = chosen.rows.length - drafts.length

  async function start() {
    setBusy(true)
    setFailure(undefined)
    try {
      await invoiceIssueMany({ ids: drafts.map(({ id }) => id) })
      void invalidateBackgroundTaskList(client)
      void invalidateInvoiceList(client)
      notify.info(t('issue.started'))
      chosen.clear()
      onClose()
      showProcesses()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('issue.title', { count: drafts.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Text size="sm">{t('issue.manyText')}</Text>
        {left > 0 && <Alert color="orange">{t('issue.left', { count: left })}</Alert>}
        <Text size="sm" fw={600}>
          {t('field.total')}:{' '}
          {sumsOf(drafts.map(({ total, currency }) => ({ amount: total, currency }))).map(
            ({ amount, currency }, at) => (
              <span key={currency}>
                {at > 0 && ' · '}
                <Money amount={amount} currency={currency} />
              </span>
            ),
          )}
        </Text>
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button loading={busy} disabled={drafts.length === 0} onClick={() => void start()}>
            {t('action.issue')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
