import { expect, it } from 'vitest'
import { createFormat } from '@/ui/format'
import { WEEKDAYS, weekdayAndDay, weekdayName } from './weekdays'

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'America/Sao_Paulo',
  currency: 'BRL',
  weightUnit: 10,
  sizeUnit: 10,
})

it('names a day of the calendar, whatever the zone of the reader', () => {
  expect(weekdayAndDay(format, '2026-11-27')).toBe('Fri, 27/11/2026')
})

it('begins the week on Monday, as the server does', () => {
  expect(WEEKDAYS.map((day) => weekdayName(format, day))).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
})
