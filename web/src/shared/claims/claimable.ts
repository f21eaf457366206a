import { type Claim, type ClaimBound, type Shipment, ShipmentStatus } from '@/api/schema'

/** Whether a claim about the shipment can begin: it is on its way or was, has a client, and no claim that waits. */
export const isClaimable = (
  { status, client_id }: Pick<Shipment, 'status' | 'client_id'>,
  claims: Pick<Claim, 'status'>[],
) =>
  status >= ShipmentStatus.Confirmed &&
  client_id !== null &&
  !claims.some((claim) => claim.status === 'open' || claim.status === 'approved')

/** The most that can be asked for, as the server says it, or granted, with what it is: the text says it. */
export type Bound = Omit<ClaimBound, 'of'> & { of: ClaimBound['of'] | 'claimed' }

export const isAbove = (amount: string | null, bound: Bound) => Number(amount) > Number(bound.amount)
