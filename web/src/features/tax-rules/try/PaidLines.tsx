import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TaxAssessment, TaxAssessmentLine, TaxPayer } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { sumOf } from '../words/figures'
import { useTaxName } from '../words/useTaxName'
import classes from './Try.module.css'
import { useExplanation } from './useExplanation'

type PaidLinesProps = { payer: TaxPayer; assessment: TaxAssessment }

/** The taxes that one side pays, with their sum. */
export function PaidLines({ payer, assessment }: PaidLinesProps) {
  const { t } = useTranslation('tax-try')
  const format = useFormat()
  const { currency } = assessment
  const lines = assessment.lines.filter(({ paid_by }) => paid_by === payer)
  if (lines.length === 0) return null
  return (
    <div>
      <p className={classes.payer}>
        <span>{t(`payer.${payer}`)}</span>
        <span>{format.money(sumOf(lines.map(({ amount }) => amount)), currency)}</span>
      </p>
      <ul className={classes.taxes}>
        {lines.map((line) => (
          <TaxLine key={`${line.rule} ${line.hs} ${line.origin}`} line={line} currency={currency} />
        ))}
      </ul>
    </div>
  )
}

function TaxLine({ line, currency }: { line: TaxAssessmentLine; currency: string }) {
  const format = useFormat()
  const taxName = useTaxName()
  const explain = useExplanation(currency)
  return (
    <li className={classes.tax}>
      <p className={classes.amount}>
        <Anchor component={AppLink} to={paths['tax_rules.edit']({ id: line.rule })} size="sm" fw={600}>
          {taxName(line.tax)}
        </Anchor>
        <span>{format.money(line.amount, currency)}</span>
      </p>
      <Text size="sm">{explain(line)}</Text>
      <Text size="xs" c="dimmed">
        {line.legal_ref}
      </Text>
    </li>
  )
}
