import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { getDomainShowQueryKey } from '@/api/generated/endpoints/site/site'
import type { Config, Domain } from '@/api/schema'

/** The tenant whose domain this is. */
export type Site = { domain: Domain; config: Config }

export const SiteContext = createContext<Site | undefined>(undefined)

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite needs a started application')
  return site
}

/** Keeps the company where the loaders of pages find it, before there is a page. */
export const keepDomain = (queryClient: QueryClient, data: Domain) =>
  queryClient.setQueryData(getDomainShowQueryKey(), { data })

/** The company as this page knows it; no call is made. */
export const currentDomain = (queryClient: QueryClient): Domain | undefined =>
  queryClient.getQueryData<{ data: Domain }>(getDomainShowQueryKey())?.data
