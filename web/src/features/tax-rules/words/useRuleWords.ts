import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat } from '@/ui/format'
import { listed } from '@/ui/wording'
import { conditionTexts } from './conditions'
import { amountText, rateText } from './figures'
import { hasBase, partsOf } from './kinds'
import type { RuleTerms } from './terms'
import { usePlaceName, useRefusalReason, useTaxName } from './useTaxName'

type Tools = {
  t: TFunction<'tax-rules'>
  taxes: TFunction<'taxes'>
  format: Format
  taxName(code: string): string
  placeName(code: string): string
  reason(code: string): string
}

/** A figure that is not filled in yet. */
const OPEN = '…'

export type RuleWords = ReturnType<typeof createWords>

/** Says in words what a rule does. */
export function useRuleWords(): RuleWords {
  const { t } = useTranslation('tax-rules')
  const { t: taxes } = useTranslation('taxes')
  const format = useFormat()
  const [taxName, placeName, reason] = [useTaxName(), usePlaceName(), useRefusalReason()]
  return useMemo(
    () => createWords({ t, taxes, format, taxName, placeName, reason }),
    [t, taxes, format, taxName, placeName, reason],
  )
}

function createWords(tools: Tools) {
  const { taxes, format, taxName, placeName } = tools
  const words = {
    taxName,
    placeName,
    /** '60 % less US$ 30'. */
    what: (rule: RuleTerms) => [kindText(rule, tools), ...boundTexts(rule, tools)].join(', '),
    /** The same without the reason of a refusal. */
    short: (rule: RuleTerms) => (rule.kind === 'refuse' ? tools.t('kind.refuse') : words.what(rule)),
    /** Why a declaration is refused. */
    reason: ({ refusal }: RuleTerms) => refusal && tools.reason(refusal),
    /** The base of the tax; undefined for a kind without a base. */
    base: (rule: RuleTerms) => (hasBase(rule.kind) ? baseText(rule.tax_base, taxes) : undefined),
    conditions: (rule: RuleTerms) => conditionTexts(rule, { t: taxes, format, placeName }),
    /** 'above US$ 50'; undefined without limits. */
    limits: (rule: RuleTerms) => limitText(rule, taxes, format),
    limitBase: (rule: RuleTerms) => baseText(rule.limit_base, taxes),
    title: (rule: RuleTerms) => `${taxName(rule.tax)} · ${placeName(rule.country)}`,
  }
  return { ...words, sentences: (rule: RuleTerms) => sentencesOf(rule, words, tools) }
}

function kindText(rule: RuleTerms, { t, format, taxName, reason }: Tools): string {
  const rate = rule.rate ? rateText(rule.rate, format) : OPEN
  const amount = rule.amount ? amountText(rule.amount, rule.currency, format) : OPEN
  switch (rule.kind) {
    case 'excess':
      return rule.rate ? t('what.excess', { rate, amount }) : t('what.excessTariff', { amount })
    case 'tariff':
      return rule.rate ? t('what.tariffUsual', { rate }) : t('what.tariff')
    case 'listed':
      return rule.rate ? t('what.listedUsual', { rate }) : t('what.listed')
    case 'top_up':
      return t('what.top_up', { rate, tax: rule.credit ? taxName(rule.credit) : OPEN })
    case 'refuse':
      return t('what.refuse', { reason: rule.refusal ? reason(rule.refusal) : OPEN })
    default:
      return t(`what.${rule.kind}`, { rate, amount })
  }
}

function boundTexts({ minimum, maximum, currency }: RuleTerms, { t, format }: Tools) {
  return [
    minimum && t('what.atLeast', { amount: amountText(minimum, currency, format) }),
    maximum && t('what.atMost', { amount: amountText(maximum, currency, format) }),
  ].filter((text) => typeof text === 'string' && text !== '')
}

/** 'goods and freight'; goods, freight and insurance together are the CIF value. */
function baseText(base: string, taxes: TFunction<'taxes'>) {
  const [freight, insurance, ...others] = partsOf(base)
  const isCif = freight === 'freight' && insurance === 'insurance'
  const named = isCif ? (['cif', ...others] as const) : (['goods', ...partsOf(base)] as const)
  const parts = named.map((part) => taxes(`base.${part}`))
  const last = parts.pop() ?? ''
  return parts.length > 0 ? taxes('base.and', { parts: listed(parts), last }) : last
}

function limitText(rule: RuleTerms, taxes: TFunction<'taxes'>, format: Format) {
  const from = rule.limit_from && amountText(rule.limit_from, rule.currency, format)
  const to = rule.limit_to && amountText(rule.limit_to, rule.currency, format)
  if (from && to) return taxes('limits.both', { from, to })
  if (from) return taxes('limits.from', { from })
  return to ? taxes('limits.to', { to }) : undefined
}

type Words = {
  what(rule: RuleTerms): string
  base(rule: RuleTerms): string | undefined
  conditions(rule: RuleTerms): string[]
  limits(rule: RuleTerms): string | undefined
  limitBase(rule: RuleTerms): string
}

/** The whole rule, sentence by sentence. */
function sentencesOf(rule: RuleTerms, words: Words, { t, taxes, format, taxName, placeName }: Tools) {
  const base = words.base(rule)
  const head = {
    tax: rule.tax ? taxName(rule.tax) : t('sentence.tax'),
    place: rule.country ? placeName(rule.country) : OPEN,
    what: words.what(rule),
  }
  const state = rule.state && taxes('condition.state', { state: rule.state })
  const conditions = [state, ...words.conditions(rule)].filter(Boolean).join(', ')
  const limits = words.limits(rule)
  const replaced = rule.replaces && listed(rule.replaces.split(/\s+/).filter(Boolean).map(taxName))
  const from = rule.valid_from && format.day(rule.valid_from)
  const to = rule.valid_to && format.day(rule.valid_to)
  return [
    base ? t('sentence.headBase', { ...head, base }) : t('sentence.head', head),
    conditions && t('sentence.conditions', { conditions }),
    limits && t('sentence.limits', { limits, base: words.limitBase(rule) }),
    replaced && t('sentence.replaces', { taxes: replaced }),
    rule.collected === 'sale' && t('sentence.sale'),
    from && (to ? t('sentence.span', { from, to }) : t('sentence.from', { from })),
    !rule.enabled && t('sentence.off'),
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
}
