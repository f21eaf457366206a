import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateTenantSettingShow } from '@/api/generated/endpoints/company/company'
import {
  invalidateLookupChargeableCurrencies,
  invalidateLookupCurrencies,
} from '@/api/generated/endpoints/lookups/lookups'
import {
  currencyRestore,
  getCurrencyShowQueryKey,
  invalidateCurrencyList,
} from '@/api/generated/endpoints/reference/reference'
import type { CurrencyRecord } from '@/api/schema'
import { useRestore } from '@/blocks/shared-lists'
import { localeText } from '@/ui/locale-text'

/** The lists to choose from follow, and the settings, which have the billing currencies too. */
export function refreshCurrencies(queryClient: QueryClient, saved: CurrencyRecord) {
  queryClient.setQueryData(getCurrencyShowQueryKey(saved.id), { data: saved })
  void invalidateCurrencyList(queryClient)
  void invalidateLookupCurrencies(queryClient)
  void invalidateLookupChargeableCurrencies(queryClient)
  void invalidateTenantSettingShow(queryClient)
}

export function useCurrencyRestore() {
  const { i18n } = useTranslation()
  return useRestore<CurrencyRecord>({
    restore: currencyRestore,
    nameOf: ({ name_locale }) => localeText(name_locale, i18n.language),
    refresh: refreshCurrencies,
  })
}
