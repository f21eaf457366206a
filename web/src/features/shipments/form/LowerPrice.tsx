import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PriceMoney, ShipmentCharged } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { sentences } from '@/ui/wording'
import { lowerPriceOf } from './lower-price'

type LowerPriceProps = { money: ShipmentCharged; total: PriceMoney }

/** Says how much goes back to the wallet when the new price is saved, and why it is less than the difference. */
export function LowerPrice({ money, total }: LowerPriceProps) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const lower = lowerPriceOf(money, total)
  if (!lower) return null
  const textOf = ({ amount, currency }: PriceMoney) => format.money(amount, currency)
  const [fall, back] = [textOf(lower.fall), textOf(lower.back)]
  return (
    <Text size="sm" mt="xs" role="status">
      {money.claimed
        ? t('lowerPrice.claimed', { fall })
        : sentences([
            Number(lower.back.amount) > 0
              ? t('lowerPrice.back', { fall, back })
              : t('lowerPrice.nothing', { fall }),
            lower.isLess && t('lowerPrice.credited', { credited: textOf(money.credited) }),
          ])}
    </Text>
  )
}
