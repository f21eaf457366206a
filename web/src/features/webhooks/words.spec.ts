import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import webhooks from '@/locales/en/webhooks.json'
import { attemptText, choicesOf, patternText, readHeaders, waitingText } from './words'

const i18n = createInstance({ lng: 'en', resources: { en: { webhooks } }, defaultNS: 'webhooks' })
await i18n.init()
const t = i18n.getFixedT('en', 'webhooks') as never

describe('the words of events', () => {
  it('names single events, all of a record, and everything', () => {
    expect(patternText(t, '*')).toBe('Everything')
    expect(patternText(t, 'shipment.*')).toBe('All about shipments')
    expect(patternText(t, 'shipment.created')).toBe('Shipment created')
  })

  it('offers everything first, and then each record with its events', () => {
    const kinds = [
      { type: 'shipment.created', resource: 'shipment', example: {} },
      { type: 'bag.closed', resource: 'bag', example: {} },
      { type: 'shipment.cancelled', resource: 'shipment', example: {} },
    ] as never
    const [all, ...groups] = choicesOf(t, kinds)
    expect(all).toEqual({ value: '*', label: 'Everything' })
    const values = groups.map((group) => ('items' in group ? group.items.map(({ value }) => value) : []))
    expect(values).toEqual([
      ['shipment.*', 'shipment.created', 'shipment.cancelled'],
      ['bag.*', 'bag.closed'],
    ])
  })

  it('says in words that nothing waits', () => {
    const format = { number: String }
    expect(waitingText(t, format, { waiting_count: 2 })).toBe('2')
    expect(waitingText(t, format, { waiting_count: 0 })).toBe('None')
  })

  it('says what went wrong', () => {
    const attempt = { status: 500, failure: 'refused' } as never
    expect(attemptText(t, attempt)).toContain('500')
    expect(attemptText(t, { status: null, failure: 'not_reached' } as never)).not.toContain('0')
  })
})

describe('own headers', () => {
  it('are read line by line, with the first colon between name and value', () => {
    expect(readHeaders('x-shop: 7\n\n Authorization : Bearer a:b \nx-empty')).toEqual([
      { name: 'x-shop', value: '7' },
      { name: 'Authorization', value: 'Bearer a:b' },
      { name: 'x-empty', value: '' },
    ])
  })
})
