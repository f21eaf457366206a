import type { TFunction } from 'i18next'
import type { Format } from '@/ui/format'
import type { RuleTerms } from './terms'

/** Names of the programmes in which foreign sellers take part, by the first part of a tax's code. */
const PROGRAMMES: Record<string, string | undefined> = { br: 'Remessa Conforme', eu: 'IOSS', fr: 'IOSS' }

type Tools = { t: TFunction<'taxes'>; format: Format; placeName(code: string): string }

function programmeText({ tax, programme }: RuleTerms, t: TFunction<'taxes'>) {
  if (!programme) return undefined
  const name = PROGRAMMES[tax.split('.')[0] ?? '']
  if (!name) return t(`programme.${programme}`)
  return programme === 'inside' ? name : t('programme.outsideOf', { name })
}

/** The conditions of a rule beside its country and state, as short texts. */
export function conditionTexts(rule: RuleTerms, { t, format, placeName }: Tools): string[] {
  const weight = rule.weight_to && format.weight(Number(rule.weight_to) * 1000)
  return [
    rule.contents && t(`contents.${rule.contents}`),
    rule.channel && t(`channel.${rule.channel}`),
    programmeText(rule, t),
    rule.buyer && t(`buyer.${rule.buyer}`),
    rule.hs && t('condition.hs', { hs: rule.hs }),
    rule.origin && t('condition.origin', { place: placeName(rule.origin) }),
    rule.dispatch && t('condition.dispatch', { place: placeName(rule.dispatch) }),
    weight && t('condition.weight', { weight }),
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
}
