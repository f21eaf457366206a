import type { QueryClient } from '@tanstack/react-query'
import { statusOf } from '@/api/errors'
import { configShow, domainShow } from '@/api/generated/endpoints/site/site'
import type { Profile } from '@/api/schema'
import { fetchProfile, remember, startSession, wasSignedIn } from '@/context/session'
import type { Site } from '@/context/site'
import { type Language, startLanguage, storedLanguage, toLanguage } from '@/i18n'
import { setSiteName } from '@/ui/document-title'

async function whoIsHere(queryClient: QueryClient): Promise<Profile | undefined> {
  if (!wasSignedIn()) return undefined
  try {
    return await fetchProfile(queryClient)
  } catch (error) {
    // An ended session is an ordinary start; any other failure is not.
    if (statusOf(error) !== 401) throw error
    remember(false)
    return undefined
  }
}

/** The language to start in: the account's, else what this browser last chose or speaks, else the tenant's. */
function firstLanguage({ domain }: Site, profile: Profile | undefined): Language {
  const offered = (language: Language | undefined) =>
    language && domain.languages.includes(language) ? language : undefined
  const spoken = navigator.languages.map(toLanguage).find((language) => offered(language))
  return profile?.language ?? offered(storedLanguage()) ?? spoken ?? domain.default_language
}

/** Requests everything the first screen needs at once. */
export async function boot(queryClient: QueryClient): Promise<Site> {
  const [, domain, config, profile] = await Promise.all([
    startSession(),
    domainShow({ quiet: true }),
    configShow({ quiet: true }),
    whoIsHere(queryClient),
  ])
  const site = { domain: domain.data, config: config.data }
  setSiteName(site.domain.name)
  await startLanguage(firstLanguage(site, profile))
  return site
}
