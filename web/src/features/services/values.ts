import type { Service, ServiceInput, ServiceMode } from '@/api/schema'

/** A form has a text for each language, and numbers that may be empty. */
export type ServiceValues = {
  code: string
  title_locale: { pt: string; en: string; es: string; zh: string }
  mode: ServiceMode
  transit_min_days: number | null
  transit_max_days: number | null
  volumetric_divisor: number | null
  rounding_step_g: number | null
  max_weight_g: number | null
  position: number | null
  version?: number
}

/** Most air services weigh like this. */
export const EMPTY: ServiceValues = {
  code: '',
  title_locale: { pt: '', en: '', es: '', zh: '' },
  mode: 'air',
  transit_min_days: null,
  transit_max_days: null,
  volumetric_divisor: 6000,
  rounding_step_g: 500,
  max_weight_g: null,
  position: 0,
}

export const valuesOf = ({
  id,
  active,
  can,
  created_at,
  updated_at,
  title_locale,
  ...fields
}: Service): ServiceValues => ({
  ...fields,
  title_locale: { ...EMPTY.title_locale, ...title_locale },
})

export const inputOf = ({ version: _, ...values }: ServiceValues): ServiceInput => ({
  ...values,
  // The form is not sent without these.
  volumetric_divisor: values.volumetric_divisor ?? 0,
  rounding_step_g: values.rounding_step_g ?? 0,
  position: values.position ?? 0,
})
