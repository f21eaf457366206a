import type { DepositMethod, PaymentAccount } from '@/api/schema'

/** The amount that is missing for a shipment or an invoice. */
export type MissingSum = { amount: string; currency: string }

type Account = Pick<PaymentAccount, 'id' | 'currency'>

/** The changes that another account makes in the form: an amount is of its currency, and Pix pays in reais alone. */
export function changeTo(
  { id, currency }: Account,
  before: Account | undefined,
  method: DepositMethod,
  missing: MissingSum | undefined,
) {
  const amount = missing?.currency === currency ? missing.amount : null
  return {
    bank_account_id: id,
    ...(currency !== before?.currency && { amount }),
    ...(currency !== 'BRL' && method === 'pix' && { method: 'transfer' as const }),
  }
}
