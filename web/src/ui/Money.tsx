import { useFormat } from './format'
import classes from './Money.module.css'

type MoneyProps = {
  /** A decimal text, as the API has it. */
  amount: string
  /** ISO 4217. */
  currency: string
  /** With a sign in both directions: what came in, and what went out. */
  signed?: boolean
  /** The price of one unit, with all its decimals. */
  perUnit?: boolean
}

/** An amount with its currency as the reader's country writes it, in figures of equal width. It never breaks. */
export function Money({ amount, currency, signed = false, perUnit = false }: MoneyProps) {
  const format = useFormat()
  const write = perUnit ? format.unitPrice : format.money
  return (
    <span className={classes.money}>
      {signed ? format.change(amount, currency) : write(amount, currency)}
    </span>
  )
}
