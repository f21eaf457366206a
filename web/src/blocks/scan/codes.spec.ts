import { expect, it } from 'vitest'
import { type CodeRule, collectCodes, listWaiting } from './codes'

const BAGS: CodeRule = { read: (text) => text.match(/BAG-\d+/g) ?? [], most: 3 }

const lines = (...codes: string[]) => codes.map((code) => ({ code }))

it('reads codes by the rule of the list', () => {
  expect(collectCodes([], 'BAG-1, a word, BAG-2', BAGS)).toEqual({
    lines: lines('BAG-2', 'BAG-1'),
    scan: { added: ['BAG-1', 'BAG-2'], known: [], tooMany: false },
  })
})

it('tells a code that is in the list from a new one, also after it is done', () => {
  const { scan } = collectCodes([{ code: 'BAG-1', done: true }], 'BAG-1 BAG-2', BAGS)
  expect(scan).toEqual({ added: ['BAG-2'], known: ['BAG-1'], tooMany: false })
})

it('leaves out what is more than the list holds', () => {
  const { lines: kept, scan } = collectCodes(lines('BAG-1', 'BAG-2'), 'BAG-3 BAG-4', BAGS)
  expect(kept).toEqual(lines('BAG-3', 'BAG-1', 'BAG-2'))
  expect(scan.tooMany).toBe(true)
})

it('lists the codes that wait', () => {
  expect(
    listWaiting([
      { code: 'BAG-1', done: true },
      { code: 'BAG-2', refusal: 'Closed.' },
    ]),
  ).toEqual([{ code: 'BAG-2', refusal: 'Closed.' }])
})
