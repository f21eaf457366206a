import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { OrderLayer, ShopCall } from '@/api/schema'
import shops from '@/locales/en/shops.json'
import { addressOf, callText, channelOf, testText, troubleText } from './words'

const i18n = createInstance({ lng: 'en', resources: { en: { shops } }, defaultNS: 'shops' })
await i18n.init()
const t = i18n.getFixedT('en', 'shops') as never

const call = (more: Partial<ShopCall>): ShopCall => ({
  at: '2026-11-29T12:00:00Z',
  outcome: 'created',
  topic: 'orders/create',
  number: '#1042',
  shipment_id: null,
  tracking_code: null,
  problem_count: 0,
  code: null,
  field: null,
  ...more,
})

const layer = (more: Partial<OrderLayer>) =>
  ({ failure_count: 0, last_failure: null, last_status: null, ...more }) as OrderLayer

describe('a shop', () => {
  it('calls an address of the company', () => {
    expect(addressOf('/api/shop-webhooks/7', 'https://company.example')).toBe(
      'https://company.example/api/shop-webhooks/7',
    )
  })

  it('has a channel like its name', () => {
    expect(channelOf('Loja de Verão')).toBe('loja-de-verao')
    expect(channelOf('  My shop! 2 ')).toBe('my-shop-2')
    expect(channelOf('店')).toBe('')
    expect(channelOf(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39))
  })
})

describe('a call of a shop', () => {
  it('says how much has to be looked at', () => {
    expect(callText(t, call({}))).toBe('Draft created.')
    expect(callText(t, call({ problem_count: 1 }))).toBe('Draft created. 1 value to check.')
    expect(callText(t, call({ problem_count: 3 }))).toBe('Draft created. 3 values to check.')
  })

  it('says which field was the reason of a refusal', () => {
    expect(callText(t, call({ outcome: 'refused', code: 'x', field: 'client_id' }))).toBe(
      'Refused: client_id:',
    )
  })
})

describe('the host for orders', () => {
  it('answers, or says why not', () => {
    expect(testText(t, { failure: null, status: 404, duration_ms: 5 })).toContain('404')
    expect(testText(t, { failure: 'failed', status: 503, duration_ms: 5 })).toContain('503')
    expect(testText(t, { failure: 'not_reached', status: null, duration_ms: 5 })).not.toContain('0')
  })

  it('has no trouble after a success', () => {
    expect(troubleText(t, layer({ last_failure: 'failed', last_status: 500 }))).toBeNull()
    expect(troubleText(t, layer({ failure_count: 2, last_failure: 'failed', last_status: 500 }))).toContain(
      '500',
    )
  })
})
