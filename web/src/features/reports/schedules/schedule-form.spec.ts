import { expect, it } from 'vitest'
import { formOf, ruleOf, timesOf, valuesOf } from './schedule-form'

const start = { name: 'Shipments', time_zone: 'America/Sao_Paulo', span: 'last_week', user_id: 'u1' } as const

it('begins with a report for oneself', () => {
  const values = valuesOf(undefined, start)
  expect(values).toMatchObject({ name: 'Shipments', span: 'last_week', recipient_ids: ['u1'], addresses: [] })
  expect(values.ends_on).toBe('')
  expect(values.sends_empty).toBe(false)
})

it('sends only what the rhythm needs', () => {
  const rule = { at_time: '07:30:00', weekday: '3', month_day: '31' }
  expect(ruleOf({ ...rule, rhythm: 'daily' })).toEqual({
    rhythm: 'daily',
    at_time: '07:30',
    weekday: null,
    month_day: null,
  })
  expect(ruleOf({ ...rule, rhythm: 'weekly' })).toMatchObject({ weekday: 3, month_day: null })
  expect(ruleOf({ ...rule, rhythm: 'monthly' })).toMatchObject({ weekday: null, month_day: 31 })
})

it('asks for no times while there is no time of the day', () => {
  const values = valuesOf(undefined, start)
  expect(timesOf({ ...values, at_time: '' })).toBeUndefined()
  expect(timesOf(values)).toEqual({
    rhythm: 'weekly',
    at_time: '07:30',
    weekday: 1,
    time_zone: 'America/Sao_Paulo',
  })
})

it('has no last day unless one is entered', () => {
  const values = valuesOf(undefined, start)
  expect(formOf({ ...values, name: ' Monday ' })).toMatchObject({ name: 'Monday', ends_on: null })
  expect(formOf({ ...values, ends_on: '2026-12-31' }).ends_on).toBe('2026-12-31')
})
