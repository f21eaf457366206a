import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

type FactsProps = {
  /** Names a list that has no heading. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** What is known of a record, one name and value in a line. */
export function Facts({ label, className, children }: FactsProps) {
  return (
    <dl className={clsx(classes.facts, className)} aria-label={label}>
      {children}
    </dl>
  )
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === '' || value === false

type FactProps = {
  label: ReactNode
  /** A text of several lines begins at the left. */
  long?: boolean
  children: ReactNode
}

/** One fact of `Facts`; nothing where there is no value. */
export function Fact({ label, long, children }: FactProps) {
  if (isEmpty(children)) return null
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd data-long={long}>{children}</dd>
    </div>
  )
}
