import { Alert, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateInvoiceList, invoiceIssueMany } from '@/api/generated/endpoints/finance/finance'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { InvoiceSummary } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import { notify } from '@/ui/dialogs/notify'
import { useShowProcesses } from '@/ui/dialogs/overlay'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'

/** Issues the chosen drafts in the background, which has the results. */
export default function IssueInvoices({ chosen, opened, onClose }: BulkDialogProps<InvoiceSummary>) {
  const { t } = useTranslation('invoices')
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const drafts = chosen.rows.filter(({ can }) => can.issue)
  const left = chosen.rows.length - drafts.length

  async function run() {
    await invoiceIssueMany({ ids: drafts.map(({ id }) => id) })
    void invalidateBackgroundTaskList(client)
    void invalidateInvoiceList(client)
    notify.info(t('issue.started'))
    chosen.clear()
    showProcesses()
    return undefined
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={onClose}
      title={t('issue.title', { count: drafts.length })}
      action={{ label: t('action.issue'), disabled: drafts.length === 0 }}
      run={run}
    >
      <Text size="sm">{t('issue.manyText')}</Text>
      {left > 0 && <Alert color="orange">{t('issue.left', { count: left })}</Alert>}
      <BulkTotals
        label={t('field.total')}
        amounts={drafts.map(({ total, currency }) => ({ amount: total, currency }))}
      />
    </BulkDialog>
  )
}
