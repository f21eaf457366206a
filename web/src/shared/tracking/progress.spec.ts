import { expect, it } from 'vitest'
import { type EventStage, shipmentStatusValues } from '@/api/schema'
import { progressOf, STEPS } from './progress'

const events = (...stages: EventStage[]) => stages.map((stage) => ({ stage }))

it.each([
  [10, 'order'],
  [35, 'order'],
  [40, 'origin'],
  [60, 'export'],
  [75, 'transit'],
  [84, 'customs'],
  [86, 'last_mile'],
] as const)('stands with status %i at %s, on its way', (status, step) => {
  expect(progressOf({ status, events: [] })).toEqual({ step: STEPS.indexOf(step), course: 'going' })
})

it('waits at customs while it is held there', () => {
  expect(progressOf({ status: 82, events: [] })).toEqual({
    step: STEPS.indexOf('customs'),
    course: 'waiting',
  })
})

it('has all behind it once delivered', () => {
  expect(progressOf({ status: 90, events: [] })).toEqual({ step: STEPS.length - 1, course: 'delivered' })
})

it('ends where its events last saw it when it is lost', () => {
  const lost = { status: 95, events: events('exception', 'transit', 'export', 'order') } as const
  expect(progressOf(lost)).toEqual({ step: STEPS.indexOf('transit'), course: 'ended' })
})

it('ends at the order when it was cancelled before anything happened', () => {
  expect(progressOf({ status: 0, events: events('order') })).toEqual({ step: 0, course: 'ended' })
})

it('keeps, on its way back, the step it had reached', () => {
  const returning = { status: 92, events: events('return', 'last_mile') } as const
  expect(progressOf(returning)).toEqual({ step: STEPS.indexOf('last_mile'), course: 'waiting' })
})

it('knows a step for every status there is', () => {
  for (const status of shipmentStatusValues) {
    expect(progressOf({ status, events: [] }).step).toBeGreaterThanOrEqual(0)
  }
})
