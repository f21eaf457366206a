import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getProfileShowQueryKey } from '@/api/generated/endpoints/account/account'
import { request } from '@/api/request'
import { isAskedToSignIn } from '@/context/session'
import { confirm as asked } from '@/ui/dialogs/confirm'
import { watchAnswers } from './reactions'

vi.mock('@/ui/dialogs/confirm', () => ({ confirm: vi.fn() }))
const confirm = vi.mocked(asked)
const client = new QueryClient()

const routerAt = (canGoBack: boolean) => ({
  history: { canGoBack: () => canGoBack, back: vi.fn() },
  navigate: vi.fn(),
})

const POST = { method: 'POST' }

function watched(canGoBack = true) {
  const router = routerAt(canGoBack)
  watchAnswers(router as never, client)
  return router
}

beforeEach(() => {
  client.clear()
  confirm.mockReset()
  return () => vi.unstubAllGlobals()
})

const answer = (status: number) => vi.stubGlobal('fetch', async () => new Response(null, { status }))

describe('what is not allowed', () => {
  it('is told first, once, and then leads back', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    confirm.mockReturnValue(promise)
    answer(403)
    const router = watched()
    await Promise.allSettled([request('/things', POST), request('/others', POST)])
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
    expect(confirm.mock.calls[0]?.[0].text).toBe('You do not have authorization for this action!')
    expect(router.history.back).not.toHaveBeenCalled()
    resolve(true)
    await waitFor(() => expect(router.history.back).toHaveBeenCalledOnce())
  })

  it('leads to the start where nothing was before', async () => {
    confirm.mockResolvedValue(true)
    answer(403)
    const router = watched(false)
    await request('/things', POST).catch(() => {})
    await waitFor(() => expect(router.navigate).toHaveBeenCalledWith({ href: '/', replace: true }))
    expect(router.history.back).not.toHaveBeenCalled()
  })

  it('leaves the screen for who wants to stay', async () => {
    confirm.mockResolvedValue(false)
    answer(403)
    const router = watched()
    await request('/things', POST).catch(() => {})
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
    expect(router.history.back).not.toHaveBeenCalled()
  })

  it('is said in its own place where something was only to be shown', async () => {
    answer(403)
    watched()
    await expect(request('/things')).rejects.toMatchObject({ status: 403 })
    expect(confirm).not.toHaveBeenCalled()
  })
})

describe('when the hour of acting as another is over', () => {
  beforeEach(() => {
    client.setQueryData(getProfileShowQueryKey(), { data: { user_switch: true } })
    answer(401)
  })

  it('the screen stays for who is not done with it', async () => {
    confirm.mockResolvedValue(false)
    const router = watched()
    await expect(request('/things')).rejects.toMatchObject({ status: 401 })
    expect(router.navigate).not.toHaveBeenCalled()
  })

  it('the way back is open', async () => {
    confirm.mockResolvedValue(true)
    const router = watched()
    await expect(request('/things')).rejects.toMatchObject({ status: 401 })
    expect(router.navigate).toHaveBeenCalledWith({
      href: '/backoffice/switch-back',
      ignoreBlocker: true,
      state: { isOver: true },
    })
  })
})

// The last one: the question stays open.
describe('when the session has ended', () => {
  it('there is another one to sign in with before the password is asked for', async () => {
    client.setQueryData(getProfileShowQueryKey(), { data: { id: '1' } })
    const calls: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      calls.push(url)
      const body = JSON.stringify({ data: { csrf_token: 'token' } })
      return url.endsWith('/session-cookie')
        ? new Response(body, { headers: { 'Content-Type': 'application/json' } })
        : new Response(null, { status: 401 })
    })
    watched()
    expect(isAskedToSignIn()).toBe(false)
    void request('/things')
    await waitFor(() => expect(isAskedToSignIn()).toBe(true))
    expect(calls).toEqual(['/api/things', '/api/session-cookie'])
  })
})
