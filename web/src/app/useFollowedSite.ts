import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { invalidateProfileShow } from '@/api/generated/endpoints/account/account'
import { invalidateConfigShow, useConfigShow, useDomainShow } from '@/api/generated/endpoints/site/site'
import { setSiteName } from '@/ui/document-title'
import type { Site } from './site'

/** So long an open page may stand by what an administrator has changed. */
const EVERY_MS = 20_000

const quiet = { request: { quiet: true } } as const

/**
 * Asks from time to time, and when the page is looked at again, whether settings or flags are still those the page
 * knows. The question needs no session, so it keeps none alive. After another answer menu, name and colour follow, too.
 */
export function useFollowedSite(site: Site): Site {
  const queryClient = useQueryClient()
  const domain = useDomainShow({
    ...quiet,
    query: {
      initialData: { data: site.domain },
      staleTime: EVERY_MS,
      refetchInterval: EVERY_MS,
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
  const { revision, name, brand_color } = domain
  const known = useRef(revision)
  useEffect(() => {
    if (revision === known.current) return
    known.current = revision
    void invalidateProfileShow(queryClient)
    void invalidateConfigShow(queryClient)
  }, [revision, queryClient])
  const worn = useRef(brand_color)
  useEffect(() => {
    if (brand_color === worn.current) return
    worn.current = brand_color
    const sheet = document.querySelector<HTMLLinkElement>('link[href^="/theme.css"]')
    if (sheet) sheet.href = `/theme.css?${brand_color.slice(1)}`
  }, [brand_color])
  useEffect(() => setSiteName(name), [name])
  return useMemo(() => ({ domain, config }), [domain, config])
}
