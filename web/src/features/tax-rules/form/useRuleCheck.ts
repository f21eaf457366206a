import type { FormValidateInput } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { FIGURES } from '../words/kinds'
import type { RuleValues } from './values'

/** Faults that are known before the server is asked. `after` is the first day of the rule that this one follows. */
export function useRuleCheck(after: string | undefined): FormValidateInput<RuleValues> {
  const { t } = useTranslation('tax-rules')
  const { required } = useRules()
  const format = useFormat()
  const ifUsed = (figure: 'rate' | 'amount') => (value: string | null, values: RuleValues) =>
    FIGURES[values.kind][figure] === 'needed' ? required(value) : null
  return {
    country: required,
    tax: required,
    seq: (value) => (value === null ? required(value) : null),
    currency: required,
    rate: ifUsed('rate'),
    amount: ifUsed('amount'),
    credit: (value, { kind }) => (kind === 'top_up' ? required(value) : null),
    refusal: (value, { kind }) => (kind === 'refuse' ? required(value) : null),
    legal_ref: required,
    source: required,
    valid_from: (value) => {
      if (value && after && value <= after) return t('tooEarly', { day: format.day(after) })
      return required(value)
    },
    note: (value, { enabled }) => (enabled ? null : required(value)),
  }
}
