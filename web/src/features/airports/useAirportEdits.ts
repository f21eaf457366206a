import { IconStar, IconStarOff, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateLookupAirports } from '@/api/generated/endpoints/lookups/lookups'
import {
  airportDelete,
  airportRestore,
  airportUpdate,
  getAirportShowQueryKey,
  invalidateAirportList,
} from '@/api/generated/endpoints/reference/reference'
import type { AirportRecord } from '@/api/schema'
import { markWhileDeleting } from '@/blocks/deleting-rows'
import { useRestore } from '@/blocks/shared-lists'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import type { MenuEntry } from '@/ui/table/columns'
import { valuesOf } from './values'

/** The name of the airport in the company. */
export const nameOf = ({ nickname, name }: AirportRecord) => nickname ?? name

/** The lists to choose from have the company's words too. */
export function refreshAirports(queryClient: QueryClient, saved: AirportRecord) {
  queryClient.setQueryData(getAirportShowQueryKey(saved.id), { data: saved })
  void invalidateAirportList(queryClient)
  void invalidateLookupAirports(queryClient)
}

export const useAirportRestore = () =>
  useRestore<AirportRecord>({ restore: airportRestore, nameOf, refresh: refreshAirports })

/** The entry in the menu of a row that makes the airport a favourite, or no longer. */
export function useFavouriteEntry() {
  const { t } = useTranslation(['airports', 'codes'])
  const queryClient = useQueryClient()

  async function change(airport: AirportRecord) {
    const values = { ...valuesOf(airport), favourite: !airport.favourite, version: airport.version }
    refreshAirports(queryClient, (await airportUpdate(airport.id, values)).data)
  }

  function refusal({ can, hidden }: AirportRecord) {
    if (!can.update) return t('codes:forbidden')
    return hidden ? t('hiddenFirst') : undefined
  }

  return (airport: AirportRecord): MenuEntry => ({
    label: t(airport.favourite ? 'favourite.remove' : 'favourite.add'),
    icon: airport.favourite ? IconStarOff : IconStar,
    run: () => void change(airport).catch(notify.failure),
    refused: refusal(airport),
  })
}

/** The entry in the menu of a row that deletes an airport of the company's own; none for a shared one. */
export function useDeleteEntries() {
  const { t } = useTranslation(['airports', 'common', 'codes'])
  const queryClient = useQueryClient()

  async function run(airport: AirportRecord) {
    const name = nameOf(airport)
    const gone = await confirm({
      title: t('common:record.delete.title', { name }),
      text: t('deleteText'),
      action: t('common:record.delete.action'),
      danger: true,
      run: () =>
        markWhileDeleting(airport.id, async () => {
          await airportDelete(airport.id)
          // The airport also stands in choices.
          await queryClient.invalidateQueries()
        }),
    })
    if (gone) notify.success(t('common:record.delete.done'))
  }

  return (airport: AirportRecord): MenuEntry[] =>
    airport.own
      ? [
          {
            label: t('common:record.delete.action'),
            icon: IconTrash,
            danger: true,
            run: () => void run(airport),
            refused: airport.can.delete ? undefined : t('codes:forbidden'),
          },
        ]
      : []
}
