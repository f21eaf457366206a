import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { PartyTabsProps } from './PartyTabs'

const PartyTabs = lazy(() => import('./PartyTabs'))

/** Records that belong to the page's record, below its form: loaded after it, with its texts. */
export function PartyRecords(props: PartyTabsProps) {
  return (
    <Suspense fallback={<Skeleton h={240} mt="lg" radius="md" />}>
      <PartyTabs {...props} />
    </Suspense>
  )
}
