import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getProfileShowQueryKey } from '@/api/generated/endpoints/account/account'
import { type Site, SiteContext } from '@/context/site'
import { changeLanguage, i18n } from '@/i18n'
import { useChangeLanguage } from './useChangeLanguage'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  return () => vi.restoreAllMocks()
})

afterEach(() => changeLanguage('en'))

async function speakSpanish(reloads: boolean, { signedIn = true, status = 204 } = {}) {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  const client = new QueryClient()
  if (signedIn) client.setQueryData(getProfileShowQueryKey(), { data: {} })
  const site = { config: { reload_on_locale_change: reloads } } as Site
  const { result } = renderHook(useChangeLanguage, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <SiteContext value={site}>{children}</SiteContext>
      </QueryClientProvider>
    ),
  })
  await act(() => result.current('es'))
}

it('speaks the language at once, without a reload', async () => {
  await speakSpanish(false)
  expect(i18n.language).toBe('es')
  expect(reload).not.toHaveBeenCalled()
})

it('loads the page anew where the tenant says so, for visitors too', async () => {
  await speakSpanish(true)
  await speakSpanish(true, { signedIn: false })
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not load anew what would come back in the old language', async () => {
  await speakSpanish(true, { status: 500 })
  expect(reload).not.toHaveBeenCalled()
})
