import { Text } from '@mantine/core'
import type { QuoteOffer, ShipmentCharged } from '@/api/schema'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { hasNoTable, isPriced } from '@/shared/pricing/offers'
import { useLineText } from '@/shared/pricing/useLineText'
import { LowerPrice } from './LowerPrice'

type PriceNotesProps = {
  offer: QuoteOffer
  /** Only for a shipment that was charged. */
  money: ShipmentCharged | null | undefined
}

/** Notes on the price of the chosen service, before anybody confirms or saves it. */
export default function PriceNotes({ offer, money }: PriceNotesProps) {
  const { refusal } = useLineText()
  if (isPriced(offer)) {
    return (
      <>
        <BelowCost offer={offer} />
        {money && offer.total && <LowerPrice money={money} total={offer.total} />}
      </>
    )
  }
  if (hasNoTable(offer)) return null
  return offer.refused.map((one) => (
    <Text key={`${one.code} ${one.value?.value}`} size="sm" c="var(--mantine-color-red-text)" mt="xs">
      {refusal(one)}
    </Text>
  ))
}
