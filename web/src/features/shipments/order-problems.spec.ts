import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { OrderProblem } from '@/api/schema'
import shipments from '@/locales/en/shipments.json'
import { orderFieldText, orderProblemText } from './order-problems'

const i18n = createInstance({
  lng: 'en',
  resources: { en: { shipments } },
  defaultNS: 'shipments',
  interpolation: { escapeValue: false },
})
await i18n.init()
const t = i18n.getFixedT('en', 'shipments') as never

const problem = (more: Partial<OrderProblem>): OrderProblem => ({
  field: 'to_phone',
  kind: 'left_out',
  code: null,
  sent: null,
  used: null,
  ...more,
})

describe('a field of an order', () => {
  it('has the words of its side or of its item', () => {
    expect(orderFieldText(t, 'to_phone')).toBe('Phone of the recipient')
    expect(orderFieldText(t, 'from_name')).toBe('Name of the sender')
    expect(orderFieldText(t, 'items.0.hs_code')).toBe('HS code of item 1')
    expect(orderFieldText(t, 'contents_type')).toBe('Contents')
  })

  it('of a later server keeps its name', () => {
    expect(orderFieldText(t, 'to_planet')).toBe('planet of the recipient')
  })
})

describe('a problem of an order', () => {
  it('shows what was sent, or what was guessed', () => {
    expect(orderProblemText(t, problem({ sent: '12' }))).toBe('Phone of the recipient: left out “12”')
    expect(orderProblemText(t, problem({}))).toBe('Phone of the recipient: left out')
    const guess = problem({ field: 'parcels', kind: 'guessed', used: '1 × 900 g' })
    expect(orderProblemText(t, guess)).toBe('Parcels: guessed as “1 × 900 g”')
    const long = problem({ field: 'to_city', kind: 'shortened', sent: 'Llanfair' })
    expect(orderProblemText(t, long)).toBe('City of the recipient: shortened from “Llanfair”')
  })
})
