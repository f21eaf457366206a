import type { ReactNode } from 'react'
import classes from './ShipmentForm.module.css'

/** Half a line in a wide card, a whole one in a narrow card; spread into any Mantine input. */
export const WIDE_HALF = { wrapperProps: { 'data-width': 'wide-half' } }

type Props = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of the form: its title, what can be done with all of it, its fields. */
export function FormCard({ title, aside, children }: Props) {
  return (
    <fieldset className={classes.card}>
      <legend className={classes.cardTitle}>{title}</legend>
      <div className={classes.cardAside}>{aside}</div>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}
