import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  invalidateRegulatoryRequestList,
  regulatoryRequestDelete,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRequest } from '@/api/schema'
import { paths } from '@/context/paths'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** Deletes a request that was never sent, after a question, and leads to the list. */
export function useDeleteRequest() {
  const { t } = useTranslation('regulatory-requests')
  const client = useQueryClient()
  const navigate = useNavigate()

  async function remove({ id, shipment }: RegulatoryRequest) {
    const isDone = await confirm({
      title: t('delete.title', { code: shipment.tracking_code }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      run: () => regulatoryRequestDelete(id),
    })
    if (!isDone) return
    void invalidateRegulatoryRequestList(client)
    notify.success(t('delete.done'))
    void navigate({ href: paths['regulatory_requests.index']() })
  }

  return (request: RegulatoryRequest) => void remove(request)
}
