import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getSubsidiaryShowQueryKey,
  invalidateSubsidiaryList,
  invalidateSubsidiarySelect,
  subsidiaryActivate,
  subsidiaryDeactivate,
  subsidiaryDelete,
  subsidiaryRestore,
} from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import type { Subsidiary } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshSubsidiaries(queryClient: QueryClient, saved: Subsidiary) {
  queryClient.setQueryData(getSubsidiaryShowQueryKey(saved.id), { data: saved })
  void invalidateSubsidiaryList(queryClient)
  void invalidateSubsidiarySelect(queryClient)
}

/** Closes an open subsidiary, and opens a closed one. */
export function useSubsidiarySwitch() {
  const { t } = useTranslation('subsidiaries')
  return useSwitch<Subsidiary>({
    activate: subsidiaryActivate,
    deactivate: subsidiaryDeactivate,
    remove: subsidiaryDelete,
    restore: subsidiaryRestore,
    nameOf: ({ title }) => title,
    refresh: refreshSubsidiaries,
    words: (name, active) => t(active ? 'deactivate' : 'activate', { name, returnObjects: true }),
  })
}
