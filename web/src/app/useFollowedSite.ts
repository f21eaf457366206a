import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { invalidateProfileShow } from '@/api/generated/endpoints/account/account'
import { invalidateConfigShow, useConfigShow, useDomainShow } from '@/api/generated/endpoints/site/site'
import type { Site } from '@/context/site'
import { useLink } from '@/live/link'
import { setSiteName } from '@/ui/document-title'

/** So long an open page may stand by what an administrator has changed. */
const EVERY_MS = 20_000

const quiet = { request: { quiet: true } } as const

/**
 * Asks from time to time, and when the page is looked at again, whether settings or flags are still those the page
 * knows. The question needs no session, so it keeps none alive. After another answer menu, name and colour follow, too.
 */
export function useFollowedSite(site: Site): Site {
  const queryClient = useQueryClient()
  const isLive = useLink() === 'connected'
  const domain = useDomainShow({
    ...quiet,
    query: {
      initialData: { data: site.domain },
      staleTime: EVERY_MS,
      // A live connection tells of a change at once.
      refetchInterval: isLive ? false : EVERY_MS,
      refetchOnWindowFocus: true,
      select: ({ data }) => data,
    },
  }).data
  const config = useConfigShow({
    ...quiet,
    query: {
      initialData: { data: site.config },
      staleTime: Number.POSITIVE_INFINITY,
      select: ({ data }) => data,
    },
  }).data
  const known = useRef(domain)
  useEffect(() => {
    const { revision, brand_color, favicon } = known.current
    known.current = domain
    if (domain.revision !== revision) {
      void invalidateProfileShow(queryClient)
      void invalidateConfigShow(queryClient)
    }
    if (domain.brand_color !== brand_color)
      link('[href^="/theme.css"]', `/theme.css?${domain.brand_color.slice(1)}`)
    if (domain.favicon !== favicon) link('[rel=icon]', domain.favicon)
    setSiteName(domain.name)
  }, [domain, queryClient])
  return useMemo(() => ({ domain, config }), [domain, config])
}

const link = (which: string, href: string) =>
  document.querySelector(`link${which}`)?.setAttribute('href', href)
