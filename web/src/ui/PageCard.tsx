import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './PageCard.module.css'

type PageCardProps = {
  /** The heading of the card. */
  title?: string
  /** The name of a card without a heading. */
  label?: string
  children: ReactNode
}

/** A part of a page on a surface of its own. */
export function PageCard({ title, label, children }: PageCardProps) {
  const heading = useId()
  return (
    <section className={classes.card} aria-label={label} aria-labelledby={title && heading}>
      {title && (
        <Title order={2} size="h5" mb="xs" id={heading}>
          {title}
        </Title>
      )}
      {children}
    </section>
  )
}
