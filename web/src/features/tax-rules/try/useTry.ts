import { useForm } from '@mantine/form'
import { useState } from 'react'
import { applyServerErrors } from '@/api/errors'
import { taxRuleAssess } from '@/api/generated/endpoints/taxes/taxes'
import type { TaxAssessment } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { readDraft, writeDraft } from '@/ui/form/draft'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { declarationOf, emptyTry, ratesOf, type TryValues } from './values'

const DRAFT = 'tax_try'

/** The answers of one calculation; `count` tells calculations apart. */
export type Tried = { count: number; assessments: TaxAssessment[] }

/** Fields that the server names without their line. */
const FIELDS: Record<string, string> = {
  lines: 'lines.0.value',
  value: 'lines.0.value',
  tariff_rate: 'lines.0.tariff_rate',
  fx: 'rates.0.rate',
}

/** The declaration, kept in this browser, and what is due on it. */
export function useTry() {
  const { required } = useRules()
  const format = useFormat()
  const [initialValues] = useState(() => ({ ...emptyTry(format.today()), ...readDraft<TryValues>(DRAFT) }))
  const [tried, setTried] = useState<Tried>()
  const [asked, setAsked] = useState('')
  const [refusals, setRefusals] = useState(0)
  const form = useForm<TryValues>({
    initialValues,
    validate: {
      country: required,
      dispatch: required,
      date: required,
      currency: required,
      lines: { origin: required, value: required },
    },
    onValuesChange: (values) => writeDraft(DRAFT, values),
  })
  const refuse = () => setRefusals((count) => count + 1)

  async function calculate(values: TryValues) {
    const dates = [values.date, values.other_date].filter((date) => date !== null)
    try {
      const answers = await Promise.all(dates.map((date) => taxRuleAssess(declarationOf(values, date))))
      const assessments = answers.map(({ data }) => data)
      const rates = ratesOf(
        values.rates,
        assessments.flatMap(({ refused }) => refused),
      )
      if (rates.length > values.rates.length) form.setFieldValue('rates', rates)
      setAsked(JSON.stringify({ ...values, rates }))
      setTried((last) => ({ count: (last?.count ?? 0) + 1, assessments }))
    } catch (error) {
      if (!applyServerErrors({ setErrors: (texts) => form.setErrors(placed(texts)) }, error)) {
        notify.failure(error)
      }
      refuse()
    }
  }

  return {
    form,
    refusals,
    tried,
    isChanged: tried !== undefined && asked !== JSON.stringify(form.values),
    onSubmit: form.onSubmit(calculate, refuse),
  }
}

const placed = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [FIELDS[field] ?? field, text]))
