import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getPartnerShowQueryKey,
  invalidatePartnerList,
  invalidatePartnerSelect,
  partnerActivate,
  partnerDeactivate,
  partnerDelete,
  partnerRestore,
} from '@/api/generated/endpoints/partners/partners'
import type { Partner } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshPartners(queryClient: QueryClient, saved: Partner) {
  queryClient.setQueryData(getPartnerShowQueryKey(saved.id), { data: saved })
  void invalidatePartnerList(queryClient)
  void invalidatePartnerSelect(queryClient)
}

export function usePartnerSwitch() {
  const { t } = useTranslation('partners')
  return useSwitch<Partner>({
    activate: partnerActivate,
    deactivate: partnerDeactivate,
    remove: partnerDelete,
    restore: partnerRestore,
    nameOf: ({ name }) => name,
    refresh: refreshPartners,
    words: (_, active) => ({ text: active ? t('deactivate') : t('activate') }),
  })
}
