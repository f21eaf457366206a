import { expect, it, vi } from 'vitest'
import { doEach, type Outcome, type Target } from './each'

const target = (id: string, cancel = true) =>
  ({ id, tracking_code: id, status: cancel ? 10 : 70, can: { cancel } }) as Target

async function run(shipments: Target[], cancel: (id: string) => Promise<unknown>, stopped?: () => boolean) {
  const told: Outcome[] = []
  await doEach({
    shipments,
    verb: 'cancel',
    call: ({ id }) => cancel(id),
    tell: (outcome) => told.push(outcome),
    stopped,
  })
  return Object.fromEntries(told.map(({ shipment, state }) => [shipment.id, state]))
}

it('one that fails keeps nobody from the others', async () => {
  const cancel = vi.fn(async (id: string) => {
    if (id === 'b') throw new Error('refused')
  })
  expect(await run([target('a'), target('b'), target('c')], cancel)).toEqual({
    a: 'done',
    b: 'failed',
    c: 'done',
  })
})

it('leaves alone what cannot be done, without a call', async () => {
  const cancel = vi.fn(async () => {})
  expect(await run([target('a', false), target('b')], cancel)).toEqual({ a: 'left', b: 'done' })
  expect(cancel).toHaveBeenCalledExactlyOnceWith('b')
})

it('has three calls under way, never more', async () => {
  let open = 0
  let most = 0
  await run(
    Array.from({ length: 12 }, (_, at) => target(String(at))),
    async () => {
      open += 1
      most = Math.max(most, open)
      await Promise.resolve()
      open -= 1
    },
  )
  expect(most).toBe(3)
})

it('begins no other once it was stopped', async () => {
  let done = 0
  const cancel = vi.fn(async () => {
    done += 1
  })
  await run(
    Array.from({ length: 50 }, (_, at) => target(String(at))),
    cancel,
    () => done >= 6,
  )
  expect(cancel.mock.calls.length).toBeLessThan(10)
})
