import type { QueryClient } from '@tanstack/react-query'
import { getTaxRuleShowQueryKey, invalidateTaxRuleList } from '@/api/generated/endpoints/taxes/taxes'
import type { TaxRuleRecord } from '@/api/schema'

/** A saved rule can have ended another one, which is read again as well. */
export function refreshTaxRules(queryClient: QueryClient, saved: TaxRuleRecord) {
  queryClient.setQueryData(getTaxRuleShowQueryKey(saved.id), { data: saved })
  void invalidateTaxRuleList(queryClient)
}
