import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { addReceived, readScale, type ScaleProtocol, type ScaleState } from './scale-frames'

type Case = {
  protocol: ScaleProtocol
  received: string
  grams: number | null
  state: ScaleState
  why: string
}

const CASES: Case[] = JSON.parse(readFileSync('../server/tests/data/field/scale-frames.json', 'utf8'))

it.each(CASES)('reads $protocol $received as $state $grams: $why', ({ protocol, received, grams, state }) => {
  const reading = readScale(protocol, received)
  expect(reading.state).toBe(state)
  // Zero is no weight of a parcel, whoever says it.
  expect(reading.grams ?? (state === 'zero' ? 0 : null)).toBe(grams)
})

it('waits for the rest of a frame that comes in pieces', () => {
  const first = addReceived('', '\u0002012')
  expect(readScale('toledo_prt', first).state).toBe('incomplete')
  expect(readScale('toledo_prt', addReceived(first, '34\u0003')).grams).toBe(1234)
})

it('reads a typed line when it has ended', () => {
  expect(readScale('wedge', '1.2').state).toBe('incomplete')
  expect(readScale('wedge', '1.250 kg\r').grams).toBe(1250)
})

it('forgets noise that never ends', () => {
  const noise = addReceived('', 'x'.repeat(10_000))
  expect(noise.length).toBeLessThan(1000)
  expect(readScale('filizola', addReceived(noise, '\u000200980\u0003')).grams).toBe(980)
})

it('keeps the number and the unit as the scale wrote them', () => {
  expect(readScale('mt_sics', 'S S       2.50 lb\r\n')).toMatchObject({
    value: '2.50',
    unit: 'lb',
    grams: 1134,
  })
})

it.each([
  ['ST,+00001.25 kg\r\n', 'stable', 1250],
  ['ST,-00001.25 kg\r\n', 'negative', null],
  ['US,+00001.25 kg\r\n', 'unstable', null],
  ['OL,+9999999E+19\r\n', 'overload', null],
  ['ST,GS,+00002.75lb\r\n', 'stable', 1247],
  ['2.5 lbs\r', 'stable', 1134],
  ['1 lb 4.0 oz\r', 'stable', 567],
  ['2 lb 0 lb\r', 'barcode', null],
] as const)('reads the line %j of a keyboard scale as %s %s', (line, state, grams) => {
  const reading = readScale('wedge', line)
  expect([reading.state, reading.grams]).toEqual([state, grams])
})

it('adds pounds and ounces', () => {
  expect(readScale('nci', '\n01LB04.0OZ\r\n00\r\u0003')).toMatchObject({
    value: '20.0',
    unit: 'oz',
    grams: 567,
  })
})

it('reads digits with the decimals and the unit of the station', () => {
  expect(readScale('toledo_prt', '\u000201234\u0003', { unit: 'lb', decimals: 2 })).toMatchObject({
    value: '012.34',
    grams: 5597,
  })
})

it('takes digits without a point for a code, and a line that is no answer for unreadable', () => {
  expect(readScale('wedge', '7891000100103\r').state).toBe('barcode')
  expect(readScale('mt_sics', 'hello\r\n').state).toBe('unreadable')
})
