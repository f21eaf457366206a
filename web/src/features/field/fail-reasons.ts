import type { FieldReason, FieldStop } from '@/api/schema'

/** Why a delivery can fail at this stop: nobody refuses to pay where no cash is due. */
export const reasonsAt = ({ cod_due }: Pick<FieldStop, 'cod_due'>, reasons: FieldReason[]) =>
  reasons.filter(({ code }) => code !== 'cod_not_paid' || Boolean(cod_due))
