import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCountries } from '@/api/generated/endpoints/lookups/lookups'
import { usePriceGridShow } from '@/api/generated/endpoints/prices/prices'
import { freshly } from '@/api/record-query'
import type { PriceGrid } from '@/api/schema'
import { LoadFailure } from '@/ui/LoadFailure'
import { type OpenVersion, VersionPage } from './VersionPage'

type GridPartProps = {
  table: string
  id: string
  children(open: OpenVersion & { grid: PriceGrid }): ReactNode
}

/** A page of a version that needs its grid, as it is now. */
export function GridPart({ table, id, children }: GridPartProps) {
  return (
    <VersionPage table={table} id={id}>
      {(open) => (
        <Loaded key={id} open={open}>
          {children}
        </Loaded>
      )}
    </VersionPage>
  )
}

function Loaded({ open, children }: { open: OpenVersion; children: GridPartProps['children'] }) {
  const { t } = useTranslation('price-tables')
  const result = usePriceGridShow(open.version.id, freshly(open.version.id))
  const countries = useLookupCountries(FOREVER)
  if (result.error && !result.data) return <LoadFailure title={t('failed')} result={result} />
  // A form opens with the record as it is now, not as a page showed it a while ago.
  if (!result.data || !result.isFetchedAfterMount || countries.isPending)
    return <Skeleton h="60vh" radius="md" />
  return children({ ...open, grid: result.data.data })
}
