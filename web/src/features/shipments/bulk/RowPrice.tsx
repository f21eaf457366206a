import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ConfirmPreviewRow } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'

type Priced = Pick<ConfirmPreviewRow, 'total' | 'loss'>

/** The price of a shipment that is to be confirmed, with its loss for those who may see costs. */
export function RowPrice({ total, loss }: Priced) {
  const { t } = useTranslation('shipment-bulk')
  const format = useFormat()
  if (!total) return t('money.noPrice')
  return (
    <>
      <Money {...total} />
      {loss && (
        <Text span size="sm" c="var(--mantine-color-red-text)">
          {' '}
          {t('money.loss', { loss: format.money(loss.amount, loss.currency) })}
        </Text>
      )}
    </>
  )
}

/** Warns of the shipments that cost more than their price. The server tells losses to those who may see costs only. */
export function Losses({ rows }: { rows: Priced[] }) {
  const { t } = useTranslation('shipment-bulk')
  const count = rows.filter(({ loss }) => Boolean(loss)).length
  if (count === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('money.belowCost', { count })}
    >
      {t('money.belowCostText')}
    </Alert>
  )
}
