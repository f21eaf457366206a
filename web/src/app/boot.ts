import type { QueryClient } from '@tanstack/react-query'
import { ApiError, statusOf } from '@/api/errors'
import { getProfileShowQueryKey } from '@/api/generated/endpoints/account/account'
import { configShow, domainShow } from '@/api/generated/endpoints/site/site'
import type { Profile } from '@/api/schema'
import { forgetRuns, readStart } from '@/context/kept-run'
import { isFieldPath } from '@/context/paths'
import { fetchProfile, remember, startSession, wasSignedIn } from '@/context/session'
import { keepDomain, type Site } from '@/context/site'
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

type Start = { site: Site; profile: Profile | undefined }

/** Requests everything the first screen needs at once. */
async function askServer(queryClient: QueryClient): Promise<Start> {
  const [, domain, config, profile] = await Promise.all([
    startSession(),
    domainShow({ quiet: true }),
    configShow({ quiet: true }),
    whoIsHere(queryClient),
  ])
  return { site: { domain: domain.data, config: config.data }, profile }
}

/** A driver at a door does not wait longer for a network. */
const PATIENCE_MS = 5_000

const refuseLater = () =>
  new Promise<never>((_, refuse) => {
    setTimeout(() => refuse(new ApiError(0)), PATIENCE_MS)
  })

/** The phone of a driver starts with what it last knew where no answer comes. */
async function askOrRemember(queryClient: QueryClient): Promise<Start> {
  const kept = readStart()
  if (!kept || !wasSignedIn() || !isFieldPath(window.location.pathname)) return askServer(queryClient)
  try {
    return await Promise.race([askServer(queryClient), refuseLater()])
  } catch (error) {
    if (statusOf(error) !== 0) throw error
    queryClient.setQueryData(getProfileShowQueryKey(), { data: kept.profile })
    return kept
  }
}

/** Everything the first screen needs. */
export async function boot(queryClient: QueryClient): Promise<Site> {
  const { site, profile } = await askOrRemember(queryClient)
  if (profile && readStart()?.profile.id !== profile.id) forgetRuns()
  keepDomain(queryClient, site.domain)
  setSiteName(site.domain.name)
  await startLanguage(firstLanguage(site, profile))
  return site
}
