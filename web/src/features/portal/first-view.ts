import type { QueryClient } from '@tanstack/react-query'
import { getPortalHomeShowQueryKey } from '@/api/generated/endpoints/shipments/shipments'

/** The page that the server has drawn brings its data: what is shown already is not waited for again. */
export function takeFirstView(queryClient: QueryClient) {
  const element = document.getElementById('first-view')
  if (!element) return
  const { home } = JSON.parse(element.textContent ?? '')
  queryClient.setQueryData(getPortalHomeShowQueryKey(), { data: home })
  // Once: what is asked for later is newer.
  element.remove()
}
