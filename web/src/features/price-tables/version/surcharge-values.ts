import type {
  PriceArea,
  PriceCondition,
  PriceConditionKind,
  PriceGrid,
  PriceSurcharge,
  PriceTable,
} from '@/api/schema'
import type { GridParts } from './grid-change'

export type AreaValues = Omit<PriceArea, 'country_id'> & { key: string; country_id: number | null }

export type ConditionValues = {
  key: string
  kind: PriceConditionKind
  /** Whole countries, and parts of countries. */
  countries: number[]
  areas: AreaValues[]
  zones: string[]
  contents: NonNullable<PriceCondition['contents']>
  handling: PriceCondition['handling']
  limit: string | null
}

export type SurchargeValues = Omit<PriceSurcharge, 'code' | 'seq' | 'amount' | 'conditions' | 'lines'> & {
  key: string
  /** The code as it is stored; null for a new surcharge. */
  was: string | null
  code: string | null
  lines: string[]
  amount: string | null
  conditions: ConditionValues[]
}

export type SurchargesValues = { surcharges: SurchargeValues[]; version?: number }

let made = 0
const newKey = () => `${++made}`

export const emptyArea = (): AreaValues => ({
  key: newKey(),
  country_id: null,
  state_id: null,
  postcode_from: null,
  postcode_to: null,
})

export const emptyCondition = (kind: PriceConditionKind): ConditionValues => ({
  key: newKey(),
  kind,
  countries: [],
  areas: [],
  zones: [],
  contents: [],
  handling: null,
  limit: null,
})

export const emptySurcharge = (): SurchargeValues => ({
  key: newKey(),
  was: null,
  code: null,
  basis: 'fixed',
  lines: [],
  amount: null,
  min: null,
  max: null,
  free_below: null,
  conditions: [],
  taxable: true,
  cost_amount: null,
})

const isWhole = ({ state_id, postcode_from, postcode_to }: PriceArea) =>
  [state_id, postcode_from, postcode_to].every((value) => value === null || value === undefined)

const conditionValues = ({
  kind,
  areas = [],
  zones = [],
  contents = [],
  handling,
  limit,
}: PriceCondition): ConditionValues => ({
  key: newKey(),
  kind,
  countries: areas.filter(isWhole).map(({ country_id }) => country_id),
  areas: areas.filter((area) => !isWhole(area)).map((area) => ({ ...emptyArea(), ...area })),
  zones,
  contents,
  handling: handling ?? null,
  limit: limit ?? null,
})

export const valuesOf = ({ surcharges, version }: PriceGrid): SurchargesValues => ({
  surcharges: surcharges.map(({ seq: _, code, conditions = [], lines = [], ...one }) => ({
    ...one,
    key: newKey(),
    was: code,
    code,
    lines,
    conditions: conditions.map(conditionValues),
  })),
  version,
})

/** The measure of a condition's limit. */
export function measureOf(kind: PriceConditionKind): 'weight' | 'size' | 'pieces' | undefined {
  if (kind === 'pieces_over') return 'pieces'
  if (kind === 'chargeable_over' || kind === 'parcel_weight_over') return 'weight'
  return kind.endsWith('_over') ? 'size' : undefined
}

/** A condition about places. */
export const hasAreas = (kind: PriceConditionKind) => kind === 'destination_in' || kind === 'origin_in'

function conditionOf(condition: ConditionValues, table: PriceTable): PriceCondition {
  const { kind } = condition
  const measure = measureOf(kind)
  const whole = condition.countries.map((country_id) => ({
    country_id,
    state_id: null,
    postcode_from: null,
    postcode_to: null,
  }))
  // The form is not sent without a country.
  const parts = condition.areas.map(({ key: _, country_id, ...area }) => ({
    country_id: country_id ?? 0,
    ...area,
  }))
  return {
    kind,
    areas: hasAreas(kind) ? [...whole, ...parts] : [],
    zones: kind === 'zone_in' ? condition.zones : [],
    contents: kind === 'contents_in' ? condition.contents : [],
    handling: kind === 'handling' ? condition.handling : null,
    limit: measure ? condition.limit : null,
    weight_unit: measure === 'weight' ? table.weight_unit : null,
    size_unit: measure === 'size' ? table.size_unit : null,
  }
}

/** All surcharges in their order, and those that are gone. */
export function changeOf(
  { surcharges }: SurchargesValues,
  stored: readonly string[],
  table: PriceTable,
): GridParts {
  const codes = surcharges.map(({ code }) => code?.trim() ?? '')
  return {
    delete_surcharges: stored.filter((code) => !codes.includes(code)),
    surcharges: surcharges.map(({ key: _, was: __, conditions, amount, ...one }, seq) => ({
      ...one,
      code: codes[seq] ?? '',
      seq,
      // The form is not sent without an amount.
      amount: amount ?? '0',
      lines: one.basis === 'pct_of' ? one.lines : [],
      conditions: conditions.map((condition) => conditionOf(condition, table)),
    })),
  }
}

/** The field of the form for a field that the server names: areas are countries first, then parts. */
export function fieldOf({ surcharges }: SurchargesValues, path: string): string {
  const [, at, of, area, field] =
    /^surcharges\.(\d+)\.conditions\.(\d+)\.areas\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (area === undefined) return path.replace(/\.(weight_unit|size_unit)$/, '.limit')
  const condition = surcharges[Number(at)]?.conditions[Number(of)]
  const base = `surcharges.${at}.conditions.${of}`
  const part = Number(area) - (condition?.countries.length ?? 0)
  return part < 0 ? `${base}.countries` : `${base}.areas.${part}.${field}`
}
