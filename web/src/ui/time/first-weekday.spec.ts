import { expect, it } from 'vitest'
import { firstWeekday } from './first-weekday'

it('weeks begin as the country of the reader has it', () => {
  expect(['en-US', 'pt-BR', 'en-GB', 'es-ES'].map(firstWeekday)).toEqual([0, 0, 1, 1])
})
