import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { doubtAbout, gathered, shareLink, shipmentCode, splitCodes } from './codes'

/** Pairs of a typed or pasted text and the codes searched for it. The server reads the same file. */
const PRINTED_CODES: [string, string][] = JSON.parse(
  readFileSync('../server/tests/data/codes_as_printed.json', 'utf8'),
)

it('splits by commas, spaces and lines, and takes each code once, in capitals', () => {
  expect(splitCodes('at000000014br, AT000000028BR\n\nAT000000014BR;RR473124829GB')).toEqual([
    'AT000000014BR',
    'AT000000028BR',
    'RR473124829GB',
  ])
})

it('leaves out what a scanner writes before a code', () => {
  expect(splitCodes(']C1RR473124829GB\n]d2at000000014br')).toEqual(['RR473124829GB', 'AT000000014BR'])
})

it.each(PRINTED_CODES)('reads a code as labels and people write it: %s', (typed, read) => {
  expect(gathered(typed)).toBe(read)
})

it('finds no code in what is only blank', () => {
  expect(splitCodes(' \n,; ')).toEqual([])
})

it.each(['RR473124829GB', 'EE821947508US', 'AT000000014BR'])('has no doubt about %s', (code) => {
  expect(doubtAbout(code)).toBeUndefined()
})

it('doubts a code whose digits do not add up', () => {
  expect(doubtAbout('RR473124839GB')).toBe('digits')
})

it.each(['AT1', 'RR47312482GB', '1Z999AA10123456784'])('doubts the form of %s', (code) => {
  expect(doubtAbout(code)).toBe('form')
})

it('knows the shipment in the code of one of its parcels', () => {
  expect(shipmentCode('RR473124829GB002')).toBe('RR473124829GB')
  for (const other of ['RR473124829GB', 'RR473124839GB002', 'PO-4471002', '123'])
    expect(shipmentCode(other)).toBe(other)
})

it('makes a link that shows the same shipments to anybody', () => {
  expect(shareLink('https://example.com', ['A', 'B'])).toBe('https://example.com/tracking?codes=A,B')
})
