import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invoiceVoid } from '@/api/generated/endpoints/finance/finance'
import type { InvoiceSummary } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { ReasonDialog } from '@/ui/dialogs/ReasonDialog'
import { refreshInvoices } from './refresh'

type VoidDialogProps = { invoice: InvoiceSummary; opened: boolean; onClose(): void }

/** Asks why an invoice is void; its number stays used. */
export default function VoidDialog({ invoice, opened, onClose }: VoidDialogProps) {
  const { t } = useTranslation('invoices')
  const client = useQueryClient()
  const { id, number, version } = invoice
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('void.title', { number })}
      about={t('void.text')}
      label={t('void.reason')}
      text={t('void.reasonText')}
      action={t('action.void')}
      run={async (reason) => {
        refreshInvoices(client, (await invoiceVoid(id, { reason, version })).data)
        notify.success(t('void.done', { number }))
      }}
    />
  )
}
