import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { routePickupsUpdate } from '@/api/generated/endpoints/deliveries/deliveries'
import { invalidatePickupList } from '@/api/generated/endpoints/pickups/pickups'
import type { DeliveryRouteDetails } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { useRouteChange } from './useRouteChange'

type Wanted = { pickup_ids: string[]; accept_other_day: boolean }

/** Changes of the pickups of a run, each with the version that the page shows. */
export function useRoutePickups(route: DeliveryRouteDetails) {
  const { t } = useTranslation('routes')
  const client = useQueryClient()
  const ids = route.pickups.map(({ pickup_id }) => pickup_id)
  const { busy, put, send } = useRouteChange(async (wanted: Wanted) => {
    const saved = await routePickupsUpdate(route.id, { ...wanted, version: route.version })
    void invalidatePickupList(client)
    return saved
  })

  /** Throws what is refused. One that is promised for another day comes only if that is meant. */
  async function add(pickups: string[]) {
    const pickup_ids = [...ids, ...pickups]
    try {
      await put({ pickup_ids, accept_other_day: false })
    } catch (error) {
      const isMeant =
        codeOf(error) === 'pickup_other_day' &&
        (await confirm({
          title: t('pickups.otherDayTitle'),
          text: errorText(error),
          action: t('pickups.otherDay'),
        }))
      if (!isMeant) throw error
      await put({ pickup_ids, accept_other_day: true })
    }
  }

  return {
    busy,
    remove: (id: string) => send({ pickup_ids: ids.filter((one) => one !== id), accept_other_day: false }),
    add,
  }
}
