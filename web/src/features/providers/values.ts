import type { Provider, ProviderCapability, ProviderInput, ProviderType } from '@/api/schema'

export type ProviderValues = {
  code: string
  title_locale: { pt: string; en: string; es: string; zh: string }
  provider_type: ProviderType
  country_id: number | null
  iata_code: string | null
  awb_prefix: string | null
  scac: string | null
  tracking_url: string | null
  capabilities: ProviderCapability[]
  profile_ids: string[]
  version?: number
}

export const EMPTY: ProviderValues = {
  code: '',
  title_locale: { pt: '', en: '', es: '', zh: '' },
  provider_type: 'airline',
  country_id: null,
  iata_code: null,
  awb_prefix: null,
  scac: null,
  tracking_url: null,
  capabilities: [],
  profile_ids: [],
}

export const valuesOf = ({
  id,
  active,
  can,
  created_at,
  updated_at,
  title_locale,
  services,
  profile_ids = [],
  ...fields
}: Provider): ProviderValues => ({
  ...fields,
  profile_ids,
  title_locale: { ...EMPTY.title_locale, ...title_locale },
})

export const inputOf = ({ version: _, ...values }: ProviderValues): ProviderInput => values
