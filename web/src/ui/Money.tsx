import { useFormat } from './format'
import classes from './Money.module.css'

type MoneyProps = {
  /** A decimal text, as the API has it. */
  amount: string
  /** ISO 4217. */
  currency: string
  /** With a sign in both directions: what came in, and what went out. */
  signed?: boolean
}

/** An amount with its currency as the reader's country writes it, in figures of equal width. It never breaks. */
export function Money({ amount, currency, signed = false }: MoneyProps) {
  const format = useFormat()
  return (
    <span className={classes.money}>
      {signed ? format.change(amount, currency) : format.money(amount, currency)}
    </span>
  )
}
