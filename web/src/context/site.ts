import { createContext, use } from 'react'
import type { Config, Domain } from '@/api/schema'

/** The tenant whose domain this is. */
export type Site = { domain: Domain; config: Config }

export const SiteContext = createContext<Site | undefined>(undefined)

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite needs a started application')
  return site
}
