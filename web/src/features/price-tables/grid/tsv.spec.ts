import { expect, it } from 'vitest'
import { readTsv, writeTsv } from './tsv'

it('a copied range is read cell by cell', () => {
  expect(readTsv('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
  expect(readTsv('7')).toEqual([['7']])
})

it('cells with lines, tabs and quotes stay whole', () => {
  const rows = [
    ['Zone "A"', 'two\nlines'],
    ['a\tb', '5'],
  ]
  expect(readTsv(writeTsv(rows))).toEqual(rows)
})

it('an empty line inside is a row', () => {
  expect(readTsv('1\n\n2\n')).toEqual([['1'], [''], ['2']])
})
