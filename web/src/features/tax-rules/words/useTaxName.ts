import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountryNameOfCode } from '@/api/useCountryName'

/** Texts of codes that the product ships; any other code is returned as it is. */
function useKnown(part: 'name' | 'place' | 'refusal') {
  const { i18n } = useTranslation('taxes')
  return useCallback(
    (code: string) => {
      const text: unknown = i18n.getResource(i18n.language, 'taxes', `${part}.${code}`)
      return typeof text === 'string' ? text : code
    },
    [i18n, part],
  )
}

/** Readable name of a tax: 'Import duty (II)' for 'br.ii'. */
export const useTaxName = () => useKnown('name')

/** Why a regime ends. */
export const useRefusalReason = () => useKnown('refusal')

/** Name of a country, or of a group that rules name. */
export function usePlaceName() {
  const groupName = useKnown('place')
  const countryName = useCountryNameOfCode()
  return useCallback((code: string) => countryName(groupName(code)), [countryName, groupName])
}

/** Groups of countries that shipped rules name. */
export const PLACE_GROUPS = ['EU', 'CUSMA'] as const

/** Taxes that shipped rules name. */
export function useShippedTaxes() {
  const { i18n } = useTranslation('taxes')
  return useCallback(
    (country: string) => {
      const prefix = country.toLowerCase()
      const names = i18n.getResource(i18n.language, 'taxes', `name.${prefix}`) as object | undefined
      return Object.keys(names ?? {}).map((code) => `${prefix}.${code}`)
    },
    [i18n],
  )
}
