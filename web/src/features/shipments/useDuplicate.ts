import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { invalidateShipmentList, useShipmentDuplicate } from '@/api/generated/endpoints/shipments/shipments'
import { paths } from '@/app/paths'
import { notify } from '@/ui/dialogs/notify'

/** Makes the copy and goes to it. */
export function useDuplicate() {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useShipmentDuplicate({
    mutation: {
      onSuccess: ({ data }) => {
        notify.success(t('show.duplicated'))
        void invalidateShipmentList(client)
        void navigate({ to: paths['shipments.show']({ id: data.id }) })
      },
      onError: notify.failure,
    },
  })
  return { duplicate: (id: string) => mutate({ id }), isPending }
}
