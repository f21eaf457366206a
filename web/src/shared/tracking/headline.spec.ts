import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type HoldReason, ShipmentStatus } from '@/api/schema'
import { headlineOf } from './headline'

const NOW = new Date('2026-11-25T12:00:00Z')
const ZONE = 'America/Sao_Paulo'

const event = (code: string, occurred_at: string) => ({ code, occurred_at, time_zone: 'America/Sao_Paulo' })

const at = (status: ShipmentStatus, events: ReturnType<typeof event>[] = [], due_on: string | null = null) =>
  headlineOf(
    {
      status,
      events,
      due_on,
      due_from_on: due_on && '2026-11-27',
      last_event_at: events[0]?.occurred_at ?? null,
    },
    ZONE,
    NOW,
  )

type Case = {
  /** Instead of the moment of all cases. */
  now?: string
  status: ShipmentStatus
  events: { code: string; at: string }[]
  due_on: string | null
  hold_reason: HoldReason | null
  key: string
  moment: string | null
  expected: string | null
}

/** The page that the server draws says the same: it reads the same file. */
const SHARED: { now: string; time_zone: string; cases: Case[] } = JSON.parse(
  readFileSync('../server/tests/data/tracking_headlines.json', 'utf8'),
)

it.each(SHARED.cases)('says the same as the page of the server: $status $key', (one) => {
  const events = one.events.map(({ code, at }) => event(code, at))
  const headline = headlineOf(
    { ...one, events, due_from_on: null, last_event_at: null },
    SHARED.time_zone,
    new Date(one.now ?? SHARED.now),
  )
  expect(headline?.key).toBe(one.key)
  expect(headline?.at?.moment).toBe(one.moment ?? undefined)
  expect(headline?.expected).toBe(one.expected ?? undefined)
})

it('names the moment of delivery, whatever was recorded after it', () => {
  const events = [
    event('DAMAGED', '2026-11-25T11:00:00Z'),
    event('DELIVERED', '2026-11-25T10:00:00Z'),
    event('OUT_FOR_DELIVERY', '2026-11-25T08:00:00Z'),
  ]
  expect(at(ShipmentStatus.Delivered, events)).toMatchObject({
    key: 'delivered',
    at: { moment: '2026-11-25T10:00:00Z', timeZone: 'America/Sao_Paulo' },
  })
})

it('is out for delivery today only by the clock of the place', () => {
  const out = (moment: string) => at(ShipmentStatus.LastMile, [event('OUT_FOR_DELIVERY', moment)])?.key
  expect(out('2026-11-25T03:30:00Z')).toBe('out_today')
  expect(out('2026-11-25T02:30:00Z')).toBe('out')
})

it('tells the steps of the last mile apart', () => {
  expect(at(ShipmentStatus.LastMile, [event('AWAITING_COLLECTION', '2026-11-25T08:00:00Z')])?.key).toBe(
    'collect',
  )
  expect(at(ShipmentStatus.LastMile, [event('HANDED_OVER', '2026-11-25T08:00:00Z')])?.key).toBe('handed_over')
})

it('promises a day only while it lies ahead and nothing stops the shipment', () => {
  expect(at(ShipmentStatus.Departed, [], '2026-11-29')).toMatchObject({
    expected: '2026-11-29',
    expectedFrom: '2026-11-27',
  })
  expect(at(ShipmentStatus.Departed, [], '2026-11-24')?.expected).toBeUndefined()
  expect(at(ShipmentStatus.CustomsHold, [], '2026-11-29')?.expected).toBeUndefined()
  expect(at(ShipmentStatus.Draft, [], '2026-11-29')?.expected).toBeUndefined()
  expect(at(ShipmentStatus.Delivered, [], '2026-11-29')?.expected).toBeUndefined()
})

it('has a text without a moment when nothing was recorded', () => {
  expect(at(ShipmentStatus.InCustoms)).toEqual({ key: 'in_customs', at: undefined, expected: undefined })
})
