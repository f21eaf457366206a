import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { NothingToBill } from './NothingToBill'
import { useProposal } from './useProposal'
import { type DraftValues, monthsOf } from './values'

type NothingInPeriodProps = {
  values: DraftValues
  draft: string | undefined
  /** Takes everything until today. */
  onAll(): void
  /** Bills another currency; a draft keeps its own. */
  onCurrency?: ((currency: string) => void) | undefined
}

/** What waits in other months, where the period has nothing: an empty period does not mean that all is billed. */
export function NothingInPeriod({ values, draft, onAll, onCurrency }: NothingInPeriodProps) {
  const { t } = useTranslation('invoice-new')
  const format = useFormat()
  const waiting = useProposal({ ...values, mode: 'chosen' }, draft).data?.data
  if (!waiting) return null
  const months = monthsOf(waiting.charges.map(({ charged_at }) => charged_at))
  if (months.length === 0) return <NothingToBill values={values} draft={draft} onCurrency={onCurrency} />
  return (
    <>
      <Text size="sm" role="status">
        {t('charges.noneInPeriod')}
      </Text>
      <ul>
        {months.map(({ month, count }) => (
          <li key={month}>{t('charges.inMonth', { count, month: format.month(month) })}</li>
        ))}
      </ul>
      <Button variant="default" onClick={onAll}>
        {t('charges.takeAll')}
      </Button>
    </>
  )
}
