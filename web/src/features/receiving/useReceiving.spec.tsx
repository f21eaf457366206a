import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearDraft } from '@/ui/form/draft'
import { useReceiving } from './useReceiving'
import type { Station } from './useStation'

const STATION: Station = {
  name: 'Bench 1',
  warehouse_id: null,
  protocol: 'toledo_prt',
  baud: 9600,
  unit: 'kg',
  decimals: 3,
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** The calls of the station in their order, each answered by hand. */
const asked: {
  url: string
  body: Record<string, unknown>
  answer(data: unknown): void
  refuse(field: string): void
  lose(): void
}[] = []

function play() {
  asked.length = 0
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Promise.resolve(Response.json({ data: [] }))
    return new Promise((done, fail) => {
      const answer = (data: unknown) => done(Response.json({ data }))
      const refuse = (field: string) => {
        const errors = { [field]: [{ code: 'too_large', params: { max: 1_000_000 }, message: 'Too large.' }] }
        done(
          Response.json({ message_code: 'validation_failed', message: 'Invalid.', errors }, { status: 422 }),
        )
      }
      const lose = () => fail(new TypeError('no network'))
      asked.push({ url, body: JSON.parse(String(body ?? '{}')), answer, refuse, lose })
    })
  })
  return renderHook(() => useReceiving(STATION), { wrapper }).result
}

const scanned = (id: string) => ({
  outcome: 'received',
  parcel: { id, can: { measure: true, withdraw: true } },
  shipment: null,
  inbound_parcel: null,
  message_code: null,
  message: null,
})

afterEach(() => {
  vi.unstubAllGlobals()
  clearDraft('unsent-receiving')
})

const beOnline = () => act(() => void window.dispatchEvent(new Event('online')))

/** A station whose first scan got no answer. */
async function scanWithoutNetwork(code: string) {
  const station = play()
  act(() => station.current.inTurn(() => station.current.scan(code)))
  await waitFor(() => expect(asked).toHaveLength(1))
  act(() => asked[0]?.lose())
  await waitFor(() => expect(station.current.inHand?.unsent).toBeDefined())
  return station
}

it('takes what is scanned and weighed in that order, however slow the answers are', async () => {
  const station = play()
  act(() => {
    const { inTurn, scan, weigh } = station.current
    inTurn(() => scan('A'))
    inTurn(() => weigh({ grams: 1250, text: '1.25 kg', source: 'keyboard' }))
    inTurn(() => scan('B'))
  })
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({ code: 'A' })
  act(() => asked[0]?.answer(scanned('a')))

  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.url).toContain('/receiving/a/measure')
  expect(asked[1]?.body).toMatchObject({ weight_g: 1250 })
  act(() => asked[1]?.answer({ verdict: null }))

  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]?.body).toMatchObject({ code: 'B' })
  act(() => asked[2]?.answer(scanned('b')))
  await waitFor(() => expect(station.current.inHand?.answer?.parcel?.id).toBe('b'))
  expect(station.current.inHand?.weighed).toBeUndefined()
})

it('names the code that was not taken because the parcel before it has no weight', async () => {
  const station = play()
  act(() => station.current.inTurn(() => station.current.scan('A')))
  await waitFor(() => expect(asked).toHaveLength(1))
  act(() => asked[0]?.answer(scanned('a')))
  await waitFor(() => expect(station.current.inHand?.code).toBe('A'))
  act(() => station.current.measure({ length_mm: 300, width_mm: 200, height_mm: 100 }))
  expect(station.current.isUnsaved()).toBe(true)
  act(() => station.current.inTurn(() => station.current.scan('B')))
  await waitFor(() => expect(station.current.failure).toContain('B was not taken'))
  expect(station.current.failure).toContain('The weight is missing.')
  expect(asked).toHaveLength(1)
  expect(station.current.inHand?.code).toBe('A')
})

it('says which measure the server refuses, and keeps the parcel in hand', async () => {
  const station = play()
  act(() => station.current.inTurn(() => station.current.scan('A')))
  await waitFor(() => expect(asked).toHaveLength(1))
  act(() => asked[0]?.answer(scanned('a')))
  await waitFor(() => expect(station.current.inHand?.code).toBe('A'))
  act(() => {
    const { inTurn, scan, weigh } = station.current
    inTurn(() => weigh({ grams: 9_999_000, text: '9999 kg', source: 'typed' }))
    inTurn(() => scan('B'))
  })
  await waitFor(() => expect(asked).toHaveLength(2))
  act(() => asked[1]?.refuse('weight_g'))
  await waitFor(() => expect(station.current.failure).toContain('This weight cannot be right.'))
  expect(station.current.failure).toContain('B was not taken')
  expect(station.current.inHand?.code).toBe('A')
})

it('says which code was undone, and takes it again as a new parcel', async () => {
  const station = play()
  act(() => station.current.inTurn(() => station.current.scan('A')))
  await waitFor(() => expect(asked).toHaveLength(1))
  act(() => asked[0]?.answer(scanned('a')))
  await waitFor(() => expect(station.current.inHand?.code).toBe('A'))
  act(() => station.current.weigh({ grams: 1250, text: '1.25 kg', source: 'typed' }))
  act(() => void station.current.withdraw({ id: 'a', code: 'A' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  act(() => asked[1]?.answer(scanned('a').parcel))
  await waitFor(() => expect(station.current.undone).toBe('A'))
  expect(station.current.inHand).toBeUndefined()
  expect(station.current.isUnsaved()).toBe(false)

  act(() => station.current.inTurn(() => station.current.scan('A')))
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]?.body.key).not.toBe(asked[0]?.body.key)
  act(() => asked[2]?.answer(scanned('b')))
  await waitFor(() => expect(station.current.inHand?.answer?.parcel?.id).toBe('b'))
  expect(station.current.undone).toBeUndefined()
})

it('keeps a second parcel of an unknown code only when it is called another one', async () => {
  const station = play()
  act(() => station.current.inTurn(() => station.current.scan('X', 'keep')))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({ keep_unknown: true, another: false })
  act(() => asked[0]?.answer({ ...scanned('a'), outcome: 'known' }))
  await waitFor(() => expect(station.current.inHand?.code).toBe('X'))
  act(() => station.current.inTurn(() => station.current.scan('X', 'another')))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.body).toMatchObject({ keep_unknown: true, another: true })
})

it('goes on without a network, and sends each parcel with its measures in its turn', async () => {
  const station = await scanWithoutNetwork('A')
  expect(station.current.failure).toBeUndefined()
  act(() => {
    const { inTurn, scan, weigh } = station.current
    // Scanned again, because nothing came: one and the same parcel.
    inTurn(() => scan('A'))
    inTurn(() => weigh({ grams: 1250, text: '1.25 kg', source: 'keyboard' }))
    inTurn(() => scan('B'))
  })
  await waitFor(() => expect(station.current.inHand?.code).toBe('B'))
  expect(station.current.unsent.parcels.map(({ code }) => code)).toEqual(['A', 'B'])
  expect(asked).toHaveLength(1)

  beOnline()
  await waitFor(() => expect(asked).toHaveLength(2))
  // The parcel came when it was scanned, not when the network was back.
  expect(asked[0]?.body).not.toHaveProperty('scanned_at')
  expect(asked[1]?.body).toEqual({ ...asked[0]?.body, scanned_at: expect.any(String) })
  act(() => asked[1]?.answer(scanned('a')))
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]?.url).toContain('/receiving/a/measure')
  expect(asked[2]?.body).toMatchObject({ weight_g: 1250, measured_at: expect.any(String) })
  act(() => asked[2]?.answer({ verdict: null }))
  await waitFor(() => expect(asked).toHaveLength(4))
  expect(asked[3]?.body).toMatchObject({ code: 'B' })
  act(() => asked[3]?.answer(scanned('b')))
  await waitFor(() => expect(station.current.inHand?.answer?.parcel?.id).toBe('b'))
  expect(station.current.unsent.parcels).toEqual([])
})

it('keeps an unsent parcel over a reload, and says at its row why it was refused', async () => {
  await scanWithoutNetwork('A')
  const key = asked[0]?.body.key
  cleanup()
  const station = play()
  expect(station.current.unsent.isWaiting()).toBe(true)
  beOnline()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({ code: 'A', key })
  act(() => asked[0]?.answer({ ...scanned('a'), outcome: 'refused', parcel: null, message: 'It has left.' }))
  await waitFor(() => expect(station.current.unsent.parcels[0]?.refusal).toBe('It has left.'))
  expect(station.current.unsent.isWaiting()).toBe(false)
  act(() => station.current.drop(String(key)))
  expect(station.current.unsent.parcels).toEqual([])
})

it('speaks of the measures of a parcel that was received before only when there are some', async () => {
  const station = await scanWithoutNetwork('A')
  act(() => {
    const { inTurn, weigh, scan } = station.current
    inTurn(() => weigh({ grams: 1250, text: '1.25 kg', source: 'keyboard' }))
    inTurn(() => scan('B'))
    inTurn(() => scan('C'))
  })
  await waitFor(() => expect(station.current.inHand?.code).toBe('C'))
  beOnline()
  for (const [at, id] of ['a', 'b'].entries()) {
    await waitFor(() => expect(asked).toHaveLength(at + 2))
    act(() => asked[at + 1]?.answer({ ...scanned(id), outcome: 'known' }))
  }
  await waitFor(() => expect(station.current.unsent.parcels[1]?.refusal).toContain('another parcel'))
  expect(station.current.unsent.parcels[0]?.refusal).toContain('these measures')
})

it('lets a parcel go whose weight got no answer', async () => {
  const station = play()
  act(() => station.current.inTurn(() => station.current.scan('A')))
  await waitFor(() => expect(asked).toHaveLength(1))
  act(() => asked[0]?.answer(scanned('a')))
  await waitFor(() => expect(station.current.inHand?.code).toBe('A'))
  act(() => {
    const { inTurn, weigh, next } = station.current
    inTurn(() => weigh({ grams: 1250, text: '1.25 kg', source: 'keyboard' }))
    inTurn(next)
  })
  await waitFor(() => expect(asked).toHaveLength(2))
  act(() => asked[1]?.lose())
  await waitFor(() => expect(station.current.inHand).toBeUndefined())
  beOnline()
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]).toMatchObject({ url: asked[1]?.url, body: asked[1]?.body })
  act(() => asked[2]?.answer({ verdict: 'held_funds' }))
  await waitFor(() => expect(station.current.unsent.isWaiting()).toBe(false))
  expect(station.current.unsent.parcels[0]?.notes?.[0]).toContain('put it aside')
})
