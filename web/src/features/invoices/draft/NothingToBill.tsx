import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { useProposalOfAll } from './useProposal'
import type { DraftValues } from './values'

type NothingToBillProps = {
  values: DraftValues
  draft: string | undefined
  /** Bills another currency; a draft keeps its own. */
  onCurrency?: ((currency: string) => void) | undefined
}

/** Nothing waits in this currency: what waits in others is said, so that it does not pass for billed. */
export function NothingToBill({ values, draft, onCurrency }: NothingToBillProps) {
  const { t } = useTranslation('invoice-new')
  const format = useFormat()
  const all = useProposalOfAll(values.client_id, draft).data?.data
  if (!all) return null
  const others = all.sums.filter(({ currency }) => currency !== values.currency)
  if (others.length === 0)
    return (
      <Text size="sm" role="status">
        {t('charges.none')}
      </Text>
    )
  return (
    <>
      <Text size="sm" role="status">
        {t('charges.noneInCurrency', { currency: values.currency })}
      </Text>
      <ul>
        {others.map(({ currency, count, total }) => (
          <li key={currency}>
            {t('charges.inCurrency', { count, total: format.money(total, currency) })}
            {onCurrency && (
              <Button variant="default" size="compact-sm" ml="xs" onClick={() => onCurrency(currency)}>
                {t('charges.billCurrency', { currency })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
