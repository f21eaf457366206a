import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QuoteOffer } from '@/api/schema'
import { useLineText } from './useLineText'

/** A price below its cost, for those who may see costs: the server sends costs to nobody else. */
export function BelowCost({ offer: { costs } }: { offer: Pick<QuoteOffer, 'costs'> }) {
  const { t } = useTranslation('price-lines')
  const { money } = useLineText()
  const { margin, total } = costs ?? {}
  if (!margin || !total || Number(margin.amount) >= 0) return null
  const loss = { ...margin, amount: margin.amount.replace('-', '') }
  return (
    <Alert
      color="red"
      variant="light"
      my="xs"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('belowCost.title', { loss: money(loss) })}
      role="status"
    >
      {t('belowCost.text', { cost: money(total) })}
    </Alert>
  )
}
