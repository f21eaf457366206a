import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { PartyTabsProps } from './PartyTabs'
import classes from './Records.module.css'

const PartyTabs = lazy(() => import('./PartyTabs'))

/** Tabs with the records that belong to the page's record: loaded after its form, with their texts. */
export function PartyRecords(props: PartyTabsProps) {
  return (
    <Suspense fallback={<Skeleton className={classes.bar} radius="md" />}>
      <PartyTabs {...props} />
    </Suspense>
  )
}
