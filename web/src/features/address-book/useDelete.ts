import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getSavedAddressShowQueryKey,
  invalidateSavedAddressList,
  invalidateSavedAddressSelect,
  savedAddressDelete,
} from '@/api/generated/endpoints/address-book/address-book'
import type { SavedAddress } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

export function refreshAddresses(queryClient: QueryClient, saved: SavedAddress) {
  queryClient.setQueryData(getSavedAddressShowQueryKey(saved.id), { data: saved })
  refreshLists(queryClient)
}

function refreshLists(queryClient: QueryClient) {
  void invalidateSavedAddressList(queryClient)
  void invalidateSavedAddressSelect(queryClient)
}

/** Asks, deletes; true once the address is gone. */
export function useDelete() {
  const { t } = useTranslation('address-book')
  const queryClient = useQueryClient()
  return async ({ id, name }: SavedAddress) => {
    const gone = await confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
      run: () => savedAddressDelete(id),
    })
    if (gone) {
      notify.success(t('delete.done'))
      refreshLists(queryClient)
    }
    return gone
  }
}
