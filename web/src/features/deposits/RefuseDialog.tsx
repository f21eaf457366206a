import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { depositRefuse } from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { ReasonDialog } from '@/ui/dialogs/ReasonDialog'
import { Money } from '@/ui/Money'
import { refreshDeposits } from './refresh'

type RefuseDialogProps = { deposit: Deposit; opened: boolean; onClose(): void }

/** Asks why a deposit is refused; the client reads it. */
export default function RefuseDialog({ deposit, opened, onClose }: RefuseDialogProps) {
  const { t } = useTranslation('deposits')
  const client = useQueryClient()
  const { id, version, client_name, amount, currency, reference } = deposit
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('refuse.title')}
      about={
        <>
          {client_name} · <Money amount={amount} currency={currency} /> · {reference}
        </>
      }
      label={t('field.reason')}
      text={t('refuse.text')}
      action={t('action.refuse')}
      run={async (reason) => {
        refreshDeposits(client, (await depositRefuse(id, { reason, version })).data)
        notify.success(t('refuse.done'))
      }}
    />
  )
}
