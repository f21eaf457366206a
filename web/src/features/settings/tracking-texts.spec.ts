import { expect, it } from 'vitest'
import type { TrackingEmailText } from '@/api/schema'
import { byEvent, inputOf, isOwn, valuesOf } from './tracking-texts'

const text = (changes: Partial<TrackingEmailText> = {}) =>
  ({
    event_code: 'DEPARTED',
    language: 'en',
    subject: null,
    body: null,
    default_subject: '{code}: Departed',
    default_body: 'Departed · {place}',
    revision: 'a',
    ...changes,
  }) as TrackingEmailText

it('the form opens with the text that is sent', () => {
  expect(valuesOf(text())).toEqual({ subject: '{code}: Departed', body: 'Departed · {place}', version: 'a' })
  expect(valuesOf(text({ subject: 'Gone' })).subject).toBe('Gone')
})

it('the default and nothing are not stored', () => {
  const typed = { subject: ' {code}: Departed ', body: '  ', version: 'a' }
  expect(inputOf(typed, text())).toEqual({ subject: null, body: null })
  expect(inputOf({ ...typed, body: ' Gone\n\nBye ' }, text())).toEqual({ subject: null, body: 'Gone\n\nBye' })
})

it('texts are listed by event, and one part makes them own', () => {
  const texts = [text(), text({ language: 'es', body: 'Salió' }), text({ event_code: 'ARRIVED' })]
  expect(byEvent(texts).map((of) => of.length)).toEqual([2, 1])
  expect(texts.map(isOwn)).toEqual([false, true, false])
})
