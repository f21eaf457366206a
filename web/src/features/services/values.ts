import type {
  ContentsType,
  Service,
  ServiceInput,
  ServiceMode,
  ServiceRequirement,
  ServiceScope,
  TaxModality,
} from '@/api/schema'

/** A form has a text for each language, and numbers that may be empty. */
export type ServiceValues = {
  code: string
  title_locale: { pt: string; en: string; es: string; zh: string }
  group_id: string | null
  mode: ServiceMode
  scope: ServiceScope
  transit_min_days: number | null
  transit_max_days: number | null
  volumetric_divisor: number | null
  rounding_step_g: number | null
  min_weight_g: number | null
  max_weight_g: number | null
  max_side_mm: number | null
  max_sides_mm: number | null
  max_girth_mm: number | null
  max_value: string | null
  value_currency: string | null
  contents: ContentsType[]
  origin_country_ids: number[]
  destination_country_ids: number[]
  tax_modality: TaxModality
  requirements: ServiceRequirement[]
  delivery_attempts: number | null
  last_mile_provider_id: string | null
  profile_ids: string[]
  position: number | null
  version?: number
}

/** Most air services weigh like this. */
export const EMPTY: ServiceValues = {
  code: '',
  title_locale: { pt: '', en: '', es: '', zh: '' },
  group_id: null,
  mode: 'air',
  scope: 'any',
  transit_min_days: null,
  transit_max_days: null,
  volumetric_divisor: 6000,
  rounding_step_g: 500,
  min_weight_g: null,
  max_weight_g: null,
  max_side_mm: null,
  max_sides_mm: null,
  max_girth_mm: null,
  max_value: null,
  value_currency: null,
  contents: [],
  origin_country_ids: [],
  destination_country_ids: [],
  tax_modality: 'none',
  requirements: [],
  delivery_attempts: null,
  last_mile_provider_id: null,
  profile_ids: [],
  position: 0,
}

export const valuesOf = ({
  id,
  active,
  can,
  created_at,
  updated_at,
  title_locale,
  group_title_locale,
  last_mile_provider_code,
  ...fields
}: Service): ServiceValues => ({
  ...fields,
  title_locale: { ...EMPTY.title_locale, ...title_locale },
})

export const inputOf = ({ version: _, ...values }: ServiceValues): ServiceInput => ({
  ...values,
  value_currency: values.max_value === null ? null : values.value_currency,
  // The form is not sent without these.
  volumetric_divisor: values.volumetric_divisor ?? 0,
  rounding_step_g: values.rounding_step_g ?? 0,
  position: values.position ?? 0,
})
