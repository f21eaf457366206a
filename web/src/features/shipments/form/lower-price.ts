import type { PriceMoney, ShipmentCharged } from '@/api/schema'
import { sumsOf } from '@/ui/sums'

/** By how much a new price of a charged shipment is lower, and how much of it goes back. None where it is not lower. */
export function lowerPriceOf(
  { charged, returnable }: Pick<ShipmentCharged, 'charged' | 'returnable'>,
  total: PriceMoney,
) {
  if (charged.currency !== total.currency) return undefined
  const [fall] = sumsOf([charged, { ...total, amount: `-${total.amount}` }])
  if (!fall || Number(fall.amount) <= 0) return undefined
  const isLess = Number(returnable.amount) < Number(fall.amount)
  return { fall, back: isLess ? returnable : fall, isLess }
}
