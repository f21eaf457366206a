import { type Claim, type Shipment, ShipmentStatus } from '@/api/schema'
import { sumsOf } from '@/ui/sums'

/** Whether a claim about the shipment can begin: it is on its way or was, has a client, and no claim that waits. */
export const isClaimable = (
  { status, client_id }: Pick<Shipment, 'status' | 'client_id'>,
  claims: Pick<Claim, 'status'>[],
) =>
  status >= ShipmentStatus.Confirmed &&
  client_id !== null &&
  !claims.some((claim) => claim.status === 'open' || claim.status === 'approved')

/** The most that can be asked for or granted, with what it is: the text says it. */
export type Bound = { amount: string; currency: string; of: 'declared' | 'insured' | 'left' | 'claimed' }

type Valued = Pick<Shipment, 'declared_value' | 'insurance_value' | 'currency'>

/** The insured value of a shipment or else the declared one, less what was paid for it. Undefined where nothing is left. */
export function boundOf(
  { declared_value, insurance_value, currency }: Valued,
  claims: Pick<Claim, 'status' | 'decided_amount'>[],
): Bound | undefined {
  const isInsured = Number(insurance_value) > 0
  const value = isInsured ? insurance_value : declared_value
  if (!value || !currency) return undefined
  const settled = claims.filter(({ status }) => status === 'paid')
  const paid = settled.map(({ decided_amount }) => `-${decided_amount}`)
  const [left] = sumsOf([value, ...paid].map((amount) => ({ amount, currency })))
  if (!left || Number(left.amount) <= 0) return undefined
  return { ...left, of: paid.length > 0 ? 'left' : isInsured ? 'insured' : 'declared' }
}

export const isAbove = (amount: string | null, bound: Bound) => Number(amount) > Number(bound.amount)
