import { Text } from '@mantine/core'
import type { QuoteOffer } from '@/api/schema'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { hasNoTable, isPriced } from '@/shared/pricing/offers'
import { useLineText } from '@/shared/pricing/useLineText'

/** The warnings about the price of the chosen service, before anybody confirms it. */
export default function PriceNotes({ offer }: { offer: QuoteOffer }) {
  const { refusal } = useLineText()
  if (isPriced(offer)) return <BelowCost offer={offer} />
  if (hasNoTable(offer)) return null
  return offer.refused.map((one) => (
    <Text key={`${one.code} ${one.value?.value}`} size="sm" c="var(--mantine-color-red-text)" mt="xs">
      {refusal(one)}
    </Text>
  ))
}
