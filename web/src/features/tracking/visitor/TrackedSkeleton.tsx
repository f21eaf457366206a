import { Skeleton } from '@mantine/core'
import classes from './TrackedCard.module.css'

/** Stands where a card will: with its whole history when `open`, else with the newest event. */
export function TrackedSkeleton({ open }: { open: boolean }) {
  const events = open ? [0, 1, 2, 3] : [0]
  return (
    <div className={classes.card} aria-hidden>
      <Skeleton height={24} width="12rem" />
      <Skeleton height={36} width="70%" />
      <Skeleton height={40} />
      <div className={classes.events}>
        {events.map((event) => (
          <Skeleton key={event} height={48} mb="md" />
        ))}
      </div>
    </div>
  )
}
