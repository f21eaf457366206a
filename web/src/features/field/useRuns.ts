import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldRouteList } from '@/api/generated/endpoints/field/field'
import type { FieldRoutes } from '@/api/schema'
import { keepRuns, keepStart, readRuns } from '@/context/kept-run'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { notify } from '@/ui/dialogs/notify'
import { countChangedStops } from './changed-stops'
import { carriedCash } from './own-cash'
import { withOwnRecords } from './queue/queue'
import { beginSending } from './sending'
import { keepShell } from './shell'
import { useQueue } from './useQueue'

/** The runs of the driver: as last known at first, then as the server knows them, with what this phone has recorded. */
export function useRuns() {
  const { t } = useTranslation('field')
  const client = useQueryClient()
  const profile = useProfile()
  const site = useSite()
  const queue = useQueue()
  const kept = useMemo(() => readRuns(profile.id), [profile.id])
  const result = useFieldRouteList({
    query: {
      initialData: kept && { data: kept.routes },
      initialDataUpdatedAt: kept?.at,
      refetchOnMount: 'always',
    },
  })
  const loaded = result.data?.data
  const loadedAt = result.dataUpdatedAt

  useEffect(() => {
    keepShell()
    beginSending(profile.id, client)
  }, [profile.id, client])
  useEffect(() => keepStart({ site, profile }), [site, profile])
  useEffect(() => {
    if (!loaded) return
    const before = readRuns(profile.id)
    const count = before ? countChangedStops(before.routes, loaded) : 0
    if (count > 0) notify.warning(t('stopsChanged', { count }))
    keepRuns({ userId: profile.id, at: loadedAt, routes: loaded })
  }, [profile.id, loaded, loadedAt, t])

  const data: FieldRoutes | undefined = loaded && {
    ...loaded,
    routes: withOwnRecords(loaded.routes, { queue, loadedAt }),
    cash: carriedCash(loaded, { queue, loadedAt }),
  }
  return { result, data, queue }
}
