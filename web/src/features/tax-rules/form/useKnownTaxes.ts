import { useMemo } from 'react'
import { useTaxRuleList } from '@/api/generated/endpoints/taxes/taxes'
import type { TaxClass } from '@/api/schema'
import { useShippedTaxes, useTaxName } from '../words/useTaxName'

export type KnownTax = { code: string; name: string; seq?: number; class?: TaxClass }

const MOST = 100

/** The taxes of a country: those of its rules, and those that the product knows. */
export function useKnownTaxes(country: string): KnownTax[] {
  const taxName = useTaxName()
  const shipped = useShippedTaxes()
  const { data } = useTaxRuleList(
    { country, per_page: MOST, sort: 'seq' },
    { query: { enabled: country !== '' } },
  )
  return useMemo(() => {
    const taxes = new Map<string, KnownTax>()
    for (const { tax, seq, class: ofTax } of data?.data ?? []) {
      // A condition of the regime is no class of the tax.
      if (!taxes.has(tax) || ofTax !== 'gate')
        taxes.set(tax, { code: tax, name: taxName(tax), seq, class: ofTax })
    }
    for (const code of country ? shipped(country) : []) {
      if (!taxes.has(code)) taxes.set(code, { code, name: taxName(code) })
    }
    return [...taxes.values()]
  }, [data, country, taxName, shipped])
}
