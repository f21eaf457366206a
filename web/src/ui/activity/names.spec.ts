import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18n from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import activity from '@/locales/en/activity.json'
import form from '@/locales/en/shipment-form.json'
import { actionName, fieldName } from './names'

beforeAll(() => {
  i18n.addResourceBundle('en', 'activity', activity)
  i18n.addResourceBundle('en', 'shipment-form', form)
  return i18n.changeLanguage('en')
})

/** What the server's sources note: `audit::record(…, "shipment.update", …)`. */
function noted() {
  const dir = '../server/src'
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rs'))
  const calls = /record(?:_visit|_process)?\(\s*&mut tx,[^;]*?"([a-z_]+\.[a-z_]+)"/g
  const texts = files.map((name) => readFileSync(join(dir, name), 'utf8'))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(calls)].map(([, action = '']) => action)))]
}

describe('the log', () => {
  it('has a text for everything the server notes', () => {
    const actions = noted()
    expect(actions.length).toBeGreaterThan(20)
    const { resource, verb } = activity
    const unnamed = actions.filter((action) => {
      const [what = '', done = ''] = action.split('.')
      return !(what in resource && done in verb)
    })
    expect(unnamed).toEqual([])
  })

  it('says what was done in words', () => {
    expect(actionName(i18n, 'shipment.update')).toBe('Shipment: changed')
    expect(actionName(i18n, 'moon_base.paint_walls')).toBe('Moon base: Paint walls')
  })

  it('names a field by where it stands', () => {
    expect(fieldName(i18n, 'to_city')).toBe('Receiver: City')
    expect(fieldName(i18n, 'parcels.0.weight_g')).toBe('Parcel 1: Weight')
    expect(fieldName(i18n, 'items.2')).toBe('Item 3')
    expect(fieldName(i18n, 'chosen_colour')).toBe('Chosen colour')
  })
})
