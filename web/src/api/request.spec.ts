import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage } from '@/i18n'
import { ApiError, applyServerErrors, errorText } from './errors'
import { request, setCsrfToken, setReactions } from './request'
import type { Problem } from './schema'

const problem = (message_code: string, more: Partial<Problem> = {}): Problem => ({
  message: 'as the server says it',
  message_code,
  params: {},
  details: [],
  errors: {},
  request_id: 'r',
  ...more,
})

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })

const send = vi.fn<typeof fetch>()
const reactions = {
  unauthenticated: vi.fn(async () => true),
  outdated: vi.fn(async () => {}),
  forbidden: vi.fn(),
  unavailable: vi.fn(),
}
const sent = (call = 0) => {
  const [url, init] = send.mock.calls[call] ?? []
  return { url, method: init?.method, headers: new Headers(init?.headers) }
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', send)
  setReactions(reactions)
  setCsrfToken('token')
})

describe('a call', () => {
  it('takes an answer that the page has asked for early, once', async () => {
    send.mockImplementation(async () => answer(200, { data: 'later' }))
    window.early = { '/things': Promise.resolve(answer(200, { data: 'early' })) }
    expect(await request('/things')).toEqual({ data: 'early' })
    expect(await request('/things')).toEqual({ data: 'later' })
    // Nobody was reached early: the call is sent as any other.
    window.early = { '/others': Promise.resolve(undefined) }
    expect(await request('/others')).toEqual({ data: 'later' })
    window.early = { '/things': Promise.resolve(answer(200, { data: 'early' })) }
    await request('/things', { method: 'POST' })
    expect(await request('/things')).toEqual({ data: 'early' })
  })

  it('says that it comes from our page, and a change carries the token', async () => {
    send.mockImplementation(async () => answer(200, { data: 1 }))
    await request('/things')
    await request('/things', { method: 'POST' })
    expect(sent(0).url).toBe('/api/things')
    expect(sent(0).headers.get('X-Requested-With')).toBe('XMLHttpRequest')
    expect(sent(0).headers.get('X-CSRF-Token')).toBeNull()
    expect(sent(1).headers.get('X-CSRF-Token')).toBe('token')
  })

  it('asks for texts in the language of the screen', async () => {
    send.mockImplementation(async () => answer(200, {}))
    await changeLanguage('pt-BR')
    await request('/things')
    await changeLanguage('en')
    await request('/things')
    expect(sent(0).headers.get('Accept-Language')).toBe('pt-BR')
    expect(sent(1).headers.get('Accept-Language')).toBe('en')
  })

  it.each(['PATCH', 'PUT', 'DELETE'])('%s travels as POST', async (method) => {
    send.mockResolvedValue(answer(200, {}))
    await request('/things/1', { method })
    expect(sent().method).toBe('POST')
    expect(sent().headers.get('X-HTTP-Method-Override')).toBe(method)
  })

  it('gives files as they are and nothing for an empty answer', async () => {
    send.mockResolvedValueOnce(new Response('x', { headers: { 'Content-Type': 'application/pdf' } }))
    expect(await request('/file')).toBeInstanceOf(Blob)
    send.mockResolvedValueOnce(answer(204))
    expect(await request('/gone')).toBeUndefined()
  })
})

describe('a refusal', () => {
  it('asks for the password and sends the call again', async () => {
    send
      .mockResolvedValueOnce(answer(401, problem('unauthenticated')))
      .mockResolvedValueOnce(answer(200, { data: 2 }))
    expect(await request('/things')).toEqual({ data: 2 })
    expect(reactions.unauthenticated).toHaveBeenCalledOnce()
  })

  it('of a call from before the sign-in asks for nothing and sends the call again', async () => {
    send
      .mockImplementationOnce(async () => {
        setCsrfToken('of the new session')
        return answer(401, problem('unauthenticated'))
      })
      .mockResolvedValueOnce(answer(200, { data: 4 }))
    expect(await request('/things')).toEqual({ data: 4 })
    expect(reactions.unauthenticated).not.toHaveBeenCalled()
  })

  it('asks once only', async () => {
    send.mockImplementation(async () => answer(401, problem('unauthenticated')))
    await expect(request('/things')).rejects.toMatchObject({ status: 401 })
    expect(reactions.unauthenticated).toHaveBeenCalledOnce()
  })

  it('gets a new token when another tab has changed the session, and asks for the password after that', async () => {
    send
      .mockResolvedValueOnce(answer(403, problem('request_not_trusted')))
      .mockResolvedValueOnce(answer(401, problem('unauthenticated')))
      .mockResolvedValueOnce(answer(200, { data: 3 }))
    expect(await request('/things', { method: 'POST' })).toEqual({ data: 3 })
    expect(reactions.outdated).toHaveBeenCalledOnce()
    expect(reactions.unauthenticated).toHaveBeenCalledOnce()
    expect(reactions.forbidden).not.toHaveBeenCalled()
  })

  it('tells the application what is forbidden or unavailable, and the caller too', async () => {
    send.mockResolvedValueOnce(answer(403, problem('forbidden')))
    await expect(request('/things')).rejects.toBeInstanceOf(ApiError)
    expect(reactions.forbidden).toHaveBeenCalledOnce()
    send.mockResolvedValueOnce(answer(503, problem('tenant_suspended')))
    await expect(request('/things')).rejects.toBeInstanceOf(ApiError)
    expect(reactions.unavailable).toHaveBeenCalledOnce()
  })

  it('of a probe concerns nobody else', async () => {
    send.mockResolvedValue(answer(401, problem('unauthenticated')))
    await expect(request('/profile', { quiet: true })).rejects.toMatchObject({ status: 401 })
    expect(reactions.unauthenticated).not.toHaveBeenCalled()
  })
})

describe('the text of a failure', () => {
  it('is ours for a code we know, with its parameters', () => {
    expect(errorText(new ApiError(429, problem('rate_limited', { params: { seconds: 9 } })))).toBe(
      'Too many attempts. Try again in 9 seconds.',
    )
  })

  it('is the server’s for a code we do not know, with the details', () => {
    const error = new ApiError(409, problem('brand_new', { message: 'Look here:', details: ['A', 'B'] }))
    expect(errorText(error)).toBe('Look here: A, B')
  })

  it('is general when there was no answer, or none we can read', () => {
    expect(errorText(new ApiError(0))).toMatch(/Could not reach the server/)
    expect(errorText(new ApiError(502))).toMatch(/Something went wrong/)
    expect(errorText(new Error('bug'))).toMatch(/Something went wrong/)
  })

  it('goes to its field, the first of each', () => {
    const setErrors = vi.fn()
    const field = (code: string) => ({ code, params: { max: 3 }, message: code })
    const error = new ApiError(
      422,
      problem('validation_failed', { errors: { name: [field('too_long'), field('taken')] } }),
    )
    expect(applyServerErrors({ setErrors }, error)).toBe(true)
    expect(setErrors).toHaveBeenCalledWith({ name: 'Enter up to 3 characters.' })
    expect(applyServerErrors({ setErrors }, new ApiError(500))).toBe(false)
  })
})
