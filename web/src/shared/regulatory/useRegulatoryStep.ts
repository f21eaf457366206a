import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getRegulatoryRequestShowQueryKey,
  invalidateRegulatoryRequestHistory,
  invalidateRegulatoryRequestList,
  regulatoryRequestChangeStatus,
} from '@/api/generated/endpoints/regulatory/regulatory'
import { type RegulatoryRequest, RegulatoryStatus, RegulatoryTarget } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'

export type RegulatorySubject = Pick<RegulatoryRequest, 'id' | 'anvisa_solicita_status' | 'shipment'>

/** Brings the cached queries up to date. */
export function refreshRegulatory(client: QueryClient, saved: RegulatoryRequest) {
  client.setQueryData(getRegulatoryRequestShowQueryKey(saved.id), { data: saved })
  void invalidateRegulatoryRequestList(client)
  void invalidateRegulatoryRequestHistory(client, saved.id)
}

/** The step that leads back, where there is one. */
function wayBack(before: RegulatoryStatus, target: RegulatoryTarget) {
  if (target === RegulatoryTarget.NotRequested) return RegulatoryTarget.Pending
  const isNew = before === RegulatoryStatus.NotRequested && target === RegulatoryTarget.Pending
  return isNew ? RegulatoryTarget.NotRequested : undefined
}

/** Requests, cancels or completes one request, and tells it by the code of its shipment. */
export function useRegulatoryStep(onChanged?: (saved: RegulatoryRequest) => void) {
  const { t } = useTranslation('regulatory')
  const client = useQueryClient()

  async function set(subject: RegulatorySubject, status: RegulatoryTarget) {
    const { data } = await regulatoryRequestChangeStatus({ id: subject.id, status })
    refreshRegulatory(client, data)
    onChanged?.(data)
    const text = t(`done.${status}`, { code: subject.shipment.tracking_code })
    const back = wayBack(subject.anvisa_solicita_status, status)
    if (back === undefined) notify.success(text)
    else notifyUndo(text, () => set(data, back))
  }

  const run = (subject: RegulatorySubject, status: RegulatoryTarget) => {
    set(subject, status).catch(notify.failure)
  }

  return {
    request: (subject: RegulatorySubject) => run(subject, RegulatoryTarget.Pending),
    cancel: (subject: RegulatorySubject) => run(subject, RegulatoryTarget.NotRequested),
    /** Asks first: it cannot be undone. */
    complete: (subject: RegulatorySubject) =>
      void confirm({
        title: t('complete.title', { code: subject.shipment.tracking_code }),
        text: t('complete.text'),
        action: t('action.complete'),
        run: () => set(subject, RegulatoryTarget.Done),
      }),
  }
}
