import type { TaxDeclaration, TaxRefusal } from '@/api/schema'
import { fractionOf, plain } from '../words/figures'

export type LineValues = {
  key: number
  hs: string
  origin: string
  value: string | null
  quantity: number
  /** In per cent. */
  tariff_rate: string | null
}

export type RateValues = { from: string; to: string; rate: string | null }

export type TryValues = Pick<TaxDeclaration, 'country' | 'dispatch' | 'channel' | 'programme' | 'buyer'> &
  Pick<TaxDeclaration, 'contents' | 'currency' | 'terms'> & {
    state: string | null
    postcode: string | null
    date: string
    /** A second date to compare. */
    other_date: string | null
    lines: LineValues[]
    freight: string | null
    insurance: string | null
    weight_kg: string | null
    rates: RateValues[]
  }

export const emptyLine = (lines: LineValues[], origin: string): LineValues => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  hs: '',
  origin,
  value: null,
  quantity: 1,
  tariff_rate: null,
})

export const emptyTry = (today: string): TryValues => ({
  country: '',
  state: null,
  postcode: null,
  dispatch: '',
  channel: 'courier',
  programme: 'outside',
  buyer: 'consumer',
  contents: 'merchandise',
  currency: 'USD',
  terms: 'ddp',
  date: today,
  other_date: null,
  lines: [emptyLine([], '')],
  freight: null,
  insurance: null,
  weight_kg: null,
  rates: [],
})

const figure = (decimal: string | null) => (decimal ? plain(decimal) : null)

/** The declaration of a date. */
export function declarationOf(values: TryValues, date: string): TaxDeclaration {
  const { other_date: _, lines, rates, ...rest } = values
  return {
    ...rest,
    date,
    freight: figure(values.freight),
    insurance: figure(values.insurance),
    weight_kg: figure(values.weight_kg),
    lines: lines.map(({ hs, origin, value, quantity, tariff_rate }) => ({
      hs: hs || null,
      origin,
      value: figure(value) ?? '0',
      quantity,
      tariff_rate: tariff_rate ? fractionOf(tariff_rate) : null,
    })),
    rates: rates.flatMap(({ from, to, rate }) =>
      rate ? [{ from_currency: from, to_currency: to, rate: plain(rate) }] : [],
    ),
  }
}

/** The rates of exchange to ask for: what was asked before, and what the answers miss. */
export function ratesOf(rates: RateValues[], refused: TaxRefusal[]): RateValues[] {
  const missing = refused.flatMap(({ code, from, to }) =>
    code === 'exchange_rate_missing' && from && to ? [{ from, to, rate: null }] : [],
  )
  const isAsked = (among: RateValues[], { from, to }: RateValues) =>
    among.some((rate) => [rate.from, rate.to].sort().join() === [from, to].sort().join())
  const all = [...rates]
  for (const rate of missing) if (!isAsked(all, rate)) all.push(rate)
  return all
}
