import type { TaxRuleRecord } from '@/api/schema'
import { dayAfter, fractionOf, percentOf, plain } from '../words/figures'
import { type BasePart, baseOf, FIGURES, isDue, partsOf } from '../words/kinds'
import type { RuleTerms } from '../words/terms'

/** The form keeps what is typed for one kind while another is chosen; only what the chosen kind uses is sent. */
export type RuleValues = Omit<RuleTerms, 'rate' | 'tax_base' | 'seq'> & {
  /** In per cent: '17.5'. */
  rate: string | null
  tax_base: BasePart[]
  seq: number | null
  version?: number
}

const DECIMALS = ['amount', 'minimum', 'maximum', 'limit_from', 'limit_to', 'weight_to'] as const

export const emptyValues = (today: string): RuleValues => ({
  country: '',
  state: null,
  origin: null,
  dispatch: null,
  channel: null,
  programme: null,
  buyer: null,
  contents: null,
  hs: null,
  tax: '',
  class: 'duty',
  seq: 10,
  kind: 'percent',
  rate: null,
  amount: null,
  currency: 'USD',
  minimum: null,
  maximum: null,
  per: 'shipment',
  limit_base: 'goods',
  limit_from: null,
  limit_to: null,
  weight_to: null,
  tax_base: ['freight', 'insurance'],
  rounding: 'half_up',
  replaces: null,
  credit: null,
  refusal: null,
  collected: 'import',
  valid_from: today,
  valid_to: null,
  legal_ref: '',
  source: '',
  confidence: 'rule',
  enabled: true,
  note: null,
})

export function valuesOf(rule: TaxRuleRecord): RuleValues {
  const { id, own, changed, can, updated_at, ...terms } = rule
  const decimals = DECIMALS.map((name) => [name, plainOrNull(terms[name])])
  return {
    ...terms,
    ...Object.fromEntries(decimals),
    rate: terms.rate ? percentOf(terms.rate) : null,
    tax_base: partsOf(terms.tax_base),
  }
}

const plainOrNull = (decimal: string | null | undefined) => (decimal ? plain(decimal) : null)

/** The same rule from the day on which a new law applies. */
export function nextOf(rule: TaxRuleRecord, today: string): RuleValues {
  const { version: _, ...values } = valuesOf(rule)
  const last = rule.valid_to ?? (rule.valid_from > today ? rule.valid_from : today)
  return { ...values, valid_from: dayAfter(last), valid_to: null, enabled: true }
}

export function inputOf({ version: _, ...values }: RuleValues): RuleTerms {
  const { kind } = values
  const figures = FIGURES[kind]
  const decimals = DECIMALS.map((name) => [name, plainOrNull(values[name])])
  return {
    ...values,
    ...Object.fromEntries(decimals),
    rate: figures.rate && values.rate ? fractionOf(values.rate) : null,
    ...(!figures.amount && { amount: null }),
    ...(!isDue(kind) && { minimum: null, maximum: null }),
    credit: kind === 'top_up' ? values.credit : null,
    refusal: kind === 'refuse' ? values.refusal : null,
    class: kind === 'refuse' ? 'gate' : values.class,
    seq: values.seq ?? 0,
    tax_base: baseOf(values.tax_base),
  }
}
