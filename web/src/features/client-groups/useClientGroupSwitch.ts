import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  clientGroupActivate,
  clientGroupDeactivate,
  clientGroupDelete,
  clientGroupRestore,
  getClientGroupShowQueryKey,
  invalidateClientGroupList,
  invalidateClientGroupSelect,
} from '@/api/generated/endpoints/parties/parties'
import type { ClientGroup } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshClientGroups(queryClient: QueryClient, saved: ClientGroup) {
  queryClient.setQueryData(getClientGroupShowQueryKey(saved.id), { data: saved })
  void invalidateClientGroupList(queryClient)
  void invalidateClientGroupSelect(queryClient)
}

export function useClientGroupSwitch() {
  const { t } = useTranslation('client-groups')
  return useSwitch<ClientGroup>({
    activate: clientGroupActivate,
    deactivate: clientGroupDeactivate,
    remove: clientGroupDelete,
    restore: clientGroupRestore,
    nameOf: ({ title }) => title,
    refresh: refreshClientGroups,
    words: (_, active) => ({ text: active ? t('deactivate') : t('activate') }),
  })
}
