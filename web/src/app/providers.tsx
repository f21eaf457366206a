import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { writeAmounts } from '@/api/errors'
import { useProfileShow } from '@/api/generated/endpoints/account/account'
import type { Profile } from '@/api/schema'
import { type Site, SiteContext } from '@/context/site'
import { UNITED_STATES } from '@/ui/fields/party'
import { createFormat, FormatContext } from '@/ui/format'
import { cssVariables, theme } from '@/ui/theme/theme'
import { useFollowedSite } from './useFollowedSite'

/** The server's nonce of this page: styles made while running carry it, or the policy refuses them. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
// The scroll lock of dialogs brings its own style element and asks this package.
if (nonce) setNonce(nonce)

/** English has two orders of day and month: the company's country chooses. Other languages have one. */
const localeOf = (language: string, countryId: number) => {
  if (language !== 'en') return language
  return countryId === UNITED_STATES ? 'en-US' : 'en-GB'
}

export function Theme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  )
}

type ProvidersProps = { site: Site; queryClient: QueryClient; children: ReactNode }

export function Providers({ site, queryClient, children }: ProvidersProps) {
  return (
    <Theme>
      <QueryClientProvider client={queryClient}>
        <Followed site={site}>{children}</Followed>
      </QueryClientProvider>
    </Theme>
  )
}

/** The tenant as it is now, not as it was when the page was opened. */
function Followed({ site, children }: Omit<ProvidersProps, 'queryClient'>) {
  const now = useFollowedSite(site)
  return (
    <SiteContext value={now}>
      <Formats site={now}>{children}</Formats>
    </SiteContext>
  )
}

/** Dates, numbers and units as the account wants them, else as the tenant does. */
function Formats({ site, children }: { site: Site; children: ReactNode }) {
  const { i18n } = useTranslation()
  const profile = useKnownProfile()
  const format = useMemo(
    () =>
      createFormat({
        locale: localeOf(i18n.language, site.config.country_id),
        timeZone: profile?.time_zone ?? site.config.time_zone,
        currency: site.config.currency,
        weightUnit: profile?.weight_unit ?? site.config.weight_unit,
        sizeUnit: profile?.size_unit ?? site.config.size_unit,
      }),
    [i18n.language, profile, site],
  )
  useEffect(() => writeAmounts(format), [format])
  return <FormatContext value={format}>{children}</FormatContext>
}

/** The signed-in user, without asking the server who that is. */
const useKnownProfile = (): Profile | undefined => useProfileShow({ query: { enabled: false } }).data?.data
