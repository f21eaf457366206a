import { expect, it } from 'vitest'
import { cellOf } from './refused'

const shown = {
  columns: [
    { key: 'Order', name: 'Order' },
    { key: 'Weight', name: 'Weight' },
  ],
}

it('a reason shows the cell it is about', () => {
  expect(cellOf(shown, { cells: ['A1', '1,x'] }, { column: 'Weight', message: 'No.' })).toBe('1,x')
  expect(cellOf(shown, { cells: ['A1', '1,x'] }, { column: 'Weight', message: '“1,x” is no number.' })).toBe(
    '',
  )
})

it('a reason of the whole line shows none, nor one of a cell the line does not have', () => {
  expect(cellOf(shown, { cells: ['A1', '2'] }, { column: null, message: '' })).toBe('')
  expect(cellOf(shown, { cells: ['A1'] }, { column: 'Weight', message: '' })).toBe('')
  expect(cellOf(shown, { cells: ['A1'] }, { column: 'Gone', message: '' })).toBe('')
})
