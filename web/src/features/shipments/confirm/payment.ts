import type { PriceMoney, ShipmentPayment, Wallet, WalletBalance } from '@/api/schema'

/** What a price needs of a wallet. */
export type PaymentNeed = {
  balance: WalletBalance | undefined
  /** The ways that the client has. */
  ways: ShipmentPayment[]
  /** The way that covers the price, or the first. */
  proposed: ShipmentPayment
}

/** The finest amount of the API. */
const DECIMALS = 4

const amountOf = (text: string | undefined) => Number(text ?? 0)

/** How the client can pay, and how it would. */
export function needOf(wallet: Wallet, total: PriceMoney): PaymentNeed {
  const balance = wallet.balances.find(({ currency }) => currency === total.currency)
  const hasCredit = amountOf(balance?.credit_limit) > 0
  const covers = amountOf(balance?.balance) >= amountOf(total.amount)
  return {
    balance,
    ways: hasCredit ? ['wallet', 'invoice'] : ['wallet'],
    proposed: hasCredit && !covers ? 'invoice' : 'wallet',
  }
}

/** What is missing with a way of payment, as a decimal text; none when nothing is. */
export function missingWith(way: ShipmentPayment, need: PaymentNeed, total: PriceMoney, decimals: number) {
  const has = amountOf(way === 'invoice' ? need.balance?.available : need.balance?.balance)
  const missing = amountOf(total.amount) - has
  return missing > 0 ? missing.toFixed(decimals) : undefined
}

/** Whether the money for a price is there, a deposit that waits covers it, or it is missing. */
export type Funds = 'there' | 'awaited' | 'missing'

export function fundsOf(
  wallet: Wallet,
  total: PriceMoney,
  { payment, waiting }: { payment: ShipmentPayment | undefined; waiting: string | undefined },
): Funds {
  const need = needOf(wallet, total)
  const missing = missingWith(payment ?? need.proposed, need, total, DECIMALS)
  if (missing === undefined) return 'there'
  return isOnItsWay(missing, waiting) ? 'awaited' : 'missing'
}

/** A deposit that waits for confirmation covers what is missing: nobody should pay it twice. */
export const isOnItsWay = (missing: string, waiting: string | undefined) =>
  amountOf(waiting) >= amountOf(missing)
