import type { TaxKindName } from '@/api/schema'

type Figure = 'needed' | 'optional' | undefined

/** The figures that a kind of calculation uses. */
export const FIGURES: Record<TaxKindName, { rate?: Figure; amount?: Figure }> = {
  percent: { rate: 'needed' },
  percent_less: { rate: 'needed', amount: 'needed' },
  flat_per_line: { amount: 'needed' },
  flat_plus_percent: { rate: 'needed', amount: 'needed' },
  excess: { rate: 'optional', amount: 'needed' },
  gross_up: { rate: 'needed' },
  tariff: { rate: 'optional' },
  listed: { rate: 'optional' },
  top_up: { rate: 'needed' },
  exempt: {},
  refuse: {},
}

/** Whether a kind gives an amount at all. */
export const isDue = (kind: TaxKindName) => kind !== 'exempt' && kind !== 'refuse'

export const hasBase = (kind: TaxKindName) => isDue(kind) && kind !== 'flat_per_line'

/** Kinds that need the rate of a single commodity. */
export const isPerItem = (kind: TaxKindName) => kind === 'tariff' || kind === 'listed'

/** Amounts that can be added to the goods in a base, in the order in which the server names it. */
export const BASE_PARTS = ['freight', 'insurance', 'duty', 'tax', 'fee'] as const

export type BasePart = (typeof BASE_PARTS)[number]

/** The parts of 'goods+freight+insurance' beside the goods. */
export const partsOf = (base: string): BasePart[] => {
  const named = base.split('+')
  return BASE_PARTS.filter((part) => named.includes(part))
}

export const baseOf = (parts: readonly string[]) =>
  ['goods', ...BASE_PARTS.filter((part) => parts.includes(part))].join('+')
