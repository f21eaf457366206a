import type {
  PriceAdjustment,
  PriceInsurance,
  PricePer,
  PriceVersion,
  PriceVersionUpdate,
  PriceVolumetricRule,
} from '@/api/schema'

/** A margin or a discount in the form. */
export type AdjustmentValues = Omit<PriceAdjustment, 'pct'> & { key: string; pct: string | null }

type InsuranceValues = Omit<PriceInsurance, 'pct'> & { pct: string | null }

/** All fields there, unset ones null. */
export type RuleValues = {
  note: string | null
  valid_from: string | null
  valid_to: string | null
  divisor: string | null
  volumetric_rule: PriceVolumetricRule
  weighed_per: PricePer
  priced_per: PricePer
  rounding_step: string | null
  scale_division: string | null
  inch_ceil: boolean
  minimum: string | null
  taxable: boolean
  fuel_code: string | null
  fuel_on: string[]
  fallback_version_id: string | null
  adjustments: AdjustmentValues[]
  has_insurance: boolean
  insurance: InsuranceValues
  version?: number
}

let made = 0
export const newAdjustment = (): AdjustmentValues => ({
  key: `${++made}`,
  kind: 'discount',
  pct: null,
  on: ['base'],
  before_fuel: false,
})

const NO_INSURANCE: InsuranceValues = {
  pct: null,
  min: null,
  max: null,
  free_below: null,
  max_value: null,
  taxable: true,
}

export const valuesOf = (version: PriceVersion): RuleValues => ({
  note: version.note,
  valid_from: version.valid_from,
  valid_to: version.valid_to,
  divisor: version.divisor,
  volumetric_rule: version.volumetric_rule,
  weighed_per: version.weighed_per,
  priced_per: version.priced_per,
  rounding_step: version.rounding_step,
  scale_division: version.scale_division,
  inch_ceil: version.inch_ceil,
  minimum: version.minimum,
  taxable: version.taxable,
  fuel_code: version.fuel_code,
  fuel_on: version.fuel_on,
  fallback_version_id: version.fallback_version_id,
  has_insurance: version.insurance !== null,
  insurance: version.insurance ?? NO_INSURANCE,
  adjustments: version.adjustments.map((one) => ({ key: `${++made}`, ...one })),
  version: version.version,
})

export const inputOf = ({
  version: _,
  has_insurance,
  insurance,
  adjustments,
  ...values
}: RuleValues): Omit<PriceVersionUpdate, 'version'> => ({
  ...values,
  fuel_on: values.fuel_code ? values.fuel_on : [],
  // The form is not sent without the percentages.
  insurance: has_insurance ? { ...insurance, pct: insurance.pct ?? '0' } : null,
  adjustments: adjustments.map(({ key: _, ...one }) => ({
    ...one,
    pct: one.pct ?? '0',
    before_fuel: one.before_fuel && one.on.length === 1 && one.on[0] === 'base',
  })),
})
