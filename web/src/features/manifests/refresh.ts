import type { QueryClient } from '@tanstack/react-query'
import {
  getManifestCheckQueryKey,
  getManifestHousesQueryKey,
  getManifestShowQueryKey,
  getManifestVersionsQueryKey,
  invalidateManifestList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Manifest } from '@/api/schema'

/** Brings what shows a manifest up to date: its houses, its check list and its versions. */
export function refreshManifests(client: QueryClient, saved: Manifest) {
  client.setQueryData(getManifestShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({ queryKey: getManifestHousesQueryKey(saved.id) })
  void client.invalidateQueries({ queryKey: getManifestCheckQueryKey(saved.id) })
  void client.invalidateQueries({ queryKey: getManifestVersionsQueryKey(saved.id) })
  void invalidateManifestList(client)
}
