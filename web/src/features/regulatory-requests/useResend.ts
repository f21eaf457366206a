import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateRegulatoryRequestHistory,
  invalidateRegulatoryRequestList,
  invalidateRegulatoryRequestShow,
  regulatoryRequestResend,
} from '@/api/generated/endpoints/regulatory/regulatory'
import { RegulatoryFailure, RegulatoryStatus } from '@/api/schema'
import type { RegulatorySubject } from '@/shared/regulatory/steps'
import { notify } from '@/ui/dialogs/notify'

/** Tries a failed request again, where it failed. */
export function useResend() {
  const { t } = useTranslation('regulatory')
  const client = useQueryClient()

  async function resend({ id, anvisa_solicita_status, shipment }: RegulatorySubject) {
    const isProtocol = anvisa_solicita_status === RegulatoryStatus.ErrorProtocol
    const status = isProtocol ? RegulatoryFailure.Protocol : RegulatoryFailure.Confirmation
    const { data } = await regulatoryRequestResend({ status, ids: [id] })
    await Promise.all([
      invalidateRegulatoryRequestList(client),
      invalidateRegulatoryRequestShow(client, id),
      invalidateRegulatoryRequestHistory(client, id),
    ])
    const refused = data.find(({ done }) => !done)
    if (refused) notify.error(refused.message ?? '')
    else notify.success(t('done.resend', { code: shipment.tracking_code }))
  }

  return (subject: RegulatorySubject) => void resend(subject).catch(notify.failure)
}
