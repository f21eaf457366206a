import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateTenantSettingShow } from '@/api/generated/endpoints/company/company'
import { invalidateLookupLanguages, invalidateLookupLocales } from '@/api/generated/endpoints/lookups/lookups'
import {
  getOfferedLocaleShowQueryKey,
  invalidateOfferedLocaleList,
  offeredLocaleRestore,
} from '@/api/generated/endpoints/reference/reference'
import type { LocaleRecord } from '@/api/schema'
import { useRestore } from '@/blocks/shared-lists'
import { localeText } from '@/ui/locale-text'

/** The lists to choose from follow, and the settings, which have the offered languages too. */
export function refreshLocales(queryClient: QueryClient, saved: LocaleRecord) {
  queryClient.setQueryData(getOfferedLocaleShowQueryKey(saved.id), { data: saved })
  void invalidateOfferedLocaleList(queryClient)
  void invalidateLookupLanguages(queryClient)
  void invalidateLookupLocales(queryClient)
  void invalidateTenantSettingShow(queryClient)
}

export function useLocaleRestore() {
  const { i18n } = useTranslation()
  return useRestore<LocaleRecord>({
    restore: offeredLocaleRestore,
    nameOf: ({ name_locale }) => localeText(name_locale, i18n.language),
    refresh: refreshLocales,
  })
}
