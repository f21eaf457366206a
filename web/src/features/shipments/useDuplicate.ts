import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { invalidateShipmentList, shipmentDuplicate } from '@/api/generated/endpoints/shipments/shipments'
import { paths } from '@/context/paths'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** Asks, because a copy takes a tracking code for good; then makes it and goes to it. */
export function useDuplicate() {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const navigate = useNavigate()

  async function duplicate({ id, tracking_code }: { id: string; tracking_code: string }) {
    let copy = ''
    const made = await confirm({
      title: t('duplicate.title', { code: tracking_code }),
      text: t('duplicate.text'),
      action: t('action.duplicate'),
      run: async () => {
        copy = (await shipmentDuplicate(id)).data.id
      },
    })
    if (!made) return
    notify.success(t('show.duplicated'))
    void invalidateShipmentList(client)
    void navigate({ to: paths['shipments.show']({ id: copy }) })
  }

  return duplicate
}
