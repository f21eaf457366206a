import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18n from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import activity from '@/locales/en/activity.json'
import bags from '@/locales/en/bags.json'
import deliveries from '@/locales/en/deliveries.json'
import deposits from '@/locales/en/deposits.json'
import profiles from '@/locales/en/profiles.json'
import regulatory from '@/locales/en/regulatory.json'
import shell from '@/locales/en/shell.json'
import form from '@/locales/en/shipment-form.json'
import shipmentStatus from '@/locales/en/shipment-status.json'
import shipments from '@/locales/en/shipments.json'
import users from '@/locales/en/users.json'
import { createFormat } from '@/ui/format'
import { actionName, fieldName, valueText } from './names'
import { textsOf } from './words'

beforeAll(() => {
  i18n.addResourceBundle('en', 'activity', activity)
  i18n.addResourceBundle('en', 'shipment-form', form)
  i18n.addResourceBundle('en', 'shipments', shipments)
  i18n.addResourceBundle('en', 'shipment-status', shipmentStatus)
  i18n.addResourceBundle('en', 'profiles', profiles)
  i18n.addResourceBundle('en', 'shell', shell)
  i18n.addResourceBundle('en', 'users', users)
  i18n.addResourceBundle('en', 'bags', bags)
  i18n.addResourceBundle('en', 'deliveries', deliveries)
  i18n.addResourceBundle('en', 'deposits', deposits)
  i18n.addResourceBundle('en', 'regulatory', regulatory)
  return i18n.changeLanguage('en')
})

/** Actions in the server's sources: `audit::record(…, "shipment.update", …)`. */
function noted() {
  const dir = '../server'
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.rs') && name.includes('/src/'),
  )
  const calls = /(?:record|record_change)\(\s*(?:&mut )?tx,[^;]*?"([a-z_]+\.[a-z_]+)"/g
  const table = /resource: "([a-z_]+)",/g
  const texts = files.map((name) => readFileSync(join(dir, name), 'utf8'))
  const called = texts.flatMap((text) => [...text.matchAll(calls)].map(([, action = '']) => action))
  const tables = texts.flatMap((text) => [...text.matchAll(table)].map(([, resource = '']) => resource))
  const written = ['create', 'update', 'activate', 'deactivate', 'delete', 'restore']
  return [...new Set([...called, ...tables.flatMap((name) => written.map((verb) => `${name}.${verb}`))])]
}

describe('the log', () => {
  it('has a text for everything the server notes', () => {
    const actions = noted()
    expect(actions.length).toBeGreaterThan(20)
    const { verb, resource } = activity
    const unnamed = actions.filter((action) => {
      const [what = '', done = ''] = action.split('.')
      return !(what in resource && done in verb)
    })
    expect(unnamed).toEqual([])
  })

  it('says what was done in words', () => {
    expect(actionName(i18n, 'shipment.update')).toBe('Shipment: edited')
    expect(actionName(i18n, 'moon_base.paint_walls')).toBe('Moon base: Paint walls')
  })

  it('names a field by where it stands', () => {
    expect(fieldName(i18n, 'to_city')).toBe('Recipient: City')
    expect(fieldName(i18n, 'parcels.0.weight_g')).toBe('Parcel 1: Weight')
    expect(fieldName(i18n, 'items.2')).toBe('Item 3')
    expect(fieldName(i18n, 'chosen_colour')).toBe('Chosen colour')
    expect(fieldName(i18n, 'shipment.list')).toBe('Shipments: View list')
    expect(fieldName(i18n, 'mapping.constants.1.field')).toBe('Column mapping')
  })

  it('names a field as its resource means it', () => {
    expect(fieldName(i18n, 'rate', 'exchange_rate')).toBe('Exchange rate')
    expect(fieldName(i18n, 'scope', 'service')).toBe('Direction')
    expect(fieldName(i18n, 'credit', 'tax_rule')).toBe('Tax to raise')
    expect(fieldName(i18n, 'to_city', 'shipment')).toBe('Recipient: City')
  })

  it('says a coded value in words, and a measure in its unit', () => {
    const format = createFormat({
      locale: 'en-GB',
      timeZone: 'UTC',
      currency: 'USD',
      weightUnit: 10,
      sizeUnit: 10,
    })
    const said = (path: string, value: string | number) => valueText(i18n, format, path, value)
    expect(said('user_type', 20)).toBe('Staff')
    expect(said('from_document_type', 2)).toBe('Passport')
    expect(said('contents_type', 'gift')).toBe('Gift')
    expect(said('parcels.0.weight_g', 1200)).toBe('1.2 kg')
    expect(said('height_mm', 105)).toBe('10.5 cm')
    expect(said('quantity', 12000)).toBe('12,000')
    expect(said('volume', '480.0000')).toBe('480')
    expect(said('file_size', 2048)).toBe('2 kB')
    expect(said('language_id', 'pt-BR')).toBe('Português')
    expect(said('shipment.list', 'own')).toBe('Own')
    expect(said('to_city', 'Recife')).toBe('Recife')
  })

  it('says a coded value as its record means it', () => {
    const format = createFormat({
      locale: 'en-GB',
      timeZone: 'UTC',
      currency: 'USD',
      weightUnit: 10,
      sizeUnit: 10,
    })
    const said = (resource: string, path: string, value: string | number) =>
      valueText(i18n, format, path, value, resource)
    expect(said('shipment', 'parcels.0.weight_unit', 10)).toBe('Kilograms')
    expect(said('shipment', 'status', 40)).toBe(shipmentStatus.status['40'])
    expect(said('delivery', 'status', 40)).toBe(deliveries.status['40'])
    expect(said('bag', 'kind', 'pallet')).toBe('Pallet')
    expect(said('deposit', 'method', 'transfer')).toBe('Bank transfer')
    expect(said('regulatory_request', 'status', 30)).toBe('Under review')
    expect(said('received_parcel', 'weight_source', 'typed')).toBe('Typed by hand')
  })

  it('loads the words of its records and fields', () => {
    expect(textsOf('delivery')).toEqual(['deliveries'])
    expect(textsOf('shipment')).toContain('users')
    expect(textsOf('moon_base')).toEqual([])
  })

  it('has a name for the fields that a day leaves in it', () => {
    const noted = ['shipment_id', 'created_by', 'status', 'step', 'user_id', 'price_table_id', 'free_days']
    expect(noted.filter((name) => !(name in activity.field))).toEqual([])
    expect(fieldName(i18n, 'to_recount', 'inventory')).toBe('To count again')
    expect(fieldName(i18n, 'from_file', 'manifest')).toBe('From a file')
    expect(fieldName(i18n, 'title_locale.pt', 'faq_group')).toBe(`${activity.field.title_locale}: Português`)
  })
})
