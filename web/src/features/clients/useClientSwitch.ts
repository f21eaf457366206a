import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  clientActivate,
  clientDeactivate,
  clientDelete,
  clientRestore,
  getClientShowQueryKey,
  invalidateClientList,
  invalidateClientSelect,
} from '@/api/generated/endpoints/parties/parties'
import type { Client } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshClients(queryClient: QueryClient, saved: Client) {
  queryClient.setQueryData(getClientShowQueryKey(saved.id), { data: saved })
  void invalidateClientList(queryClient)
  void invalidateClientSelect(queryClient)
}

export function useClientSwitch() {
  const { t } = useTranslation('clients')
  return useSwitch<Client>({
    activate: clientActivate,
    deactivate: clientDeactivate,
    remove: clientDelete,
    restore: clientRestore,
    nameOf: ({ name }) => name,
    refresh: refreshClients,
    words: (_, active) => ({ text: active ? t('deactivate') : t('activate') }),
  })
}
