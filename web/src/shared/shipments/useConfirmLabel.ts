import { useTranslation } from 'react-i18next'
import type { ShipmentSummary } from '@/api/schema'
import { useFormat } from '@/ui/format'

/** What is left to do with a finished draft, with its price where it was told one: 'Confirm and pay $988.01'. */
export function useConfirmLabel() {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  return ({ draft_price }: Pick<ShipmentSummary, 'draft_price'>) =>
    draft_price
      ? t('action.confirmAndPay', { total: format.money(draft_price.amount, draft_price.currency) })
      : t('action.confirm')
}
