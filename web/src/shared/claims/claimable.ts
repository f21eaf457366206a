import { type Claim, type ClaimBound, type Shipment, ShipmentStatus } from '@/api/schema'

/** Whether a claim about the shipment can begin: its goods were handed in, it has a client, and no claim that waits. */
export const isClaimable = (
  { status, client_id }: Pick<Shipment, 'status' | 'client_id'>,
  claims: Pick<Claim, 'status'>[],
  isHandedIn: boolean,
) =>
  isHandedIn &&
  status >= ShipmentStatus.Confirmed &&
  client_id !== null &&
  !claims.some((claim) => claim.status === 'open' || claim.status === 'approved')

/** The most that can be asked for, as the server says it, or granted, with what it is: the text says it. */
export type Bound = Omit<ClaimBound, 'of'> & { of: ClaimBound['of'] | 'claimed' }

/**
 * The most that can be granted: what was asked for, or what is left once something was paid for the shipment. `left` is what could
 * be claimed now: null when nothing is left, absent when it is not known.
 */
export function grantableOf(
  { claimed_amount, currency }: Pick<Claim, 'claimed_amount' | 'currency'>,
  left: ClaimBound | null | undefined,
): Bound {
  const claimed: Bound = { amount: claimed_amount, currency, of: 'claimed' }
  if (left === undefined) return claimed
  // A payment in another currency leaves nothing of this one.
  if (left === null || left.currency !== currency) return { amount: '0', currency, of: 'left' }
  return left.of === 'left' && isAbove(claimed_amount, left) ? left : claimed
}

export const isAbove = (amount: string | null, bound: Bound) => Number(amount) > Number(bound.amount)
