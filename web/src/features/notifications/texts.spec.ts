import i18n from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '@/api/schema'
import { changeLanguage, loadTexts, startLanguage } from '@/i18n'
import { createFormat } from '@/ui/format'
import { notificationTexts } from './texts'
import { routeUrl } from './useRunAction'

const format = createFormat({
  locale: 'en-US',
  timeZone: 'UTC',
  currency: 'USD',
  weightUnit: 10,
  sizeUnit: 10,
})

const about = (code: string, params: object): Notification => ({
  id: '0198c000-0000-7000-8000-000000000000',
  read_at: null,
  ref: null,
  update: false,
  notification_type: 'process',
  data: { code, params, notification_status: 'success', actions: [] },
  toast: { auto_close: 4000, progress: null, size: 'md' },
  float: null,
  progress: null,
  created_at: '2026-11-25T10:00:00Z',
  updated_at: '2026-11-25T10:00:00Z',
})

const texts = (code: string, params: object) =>
  notificationTexts(about(code, params), i18n.getFixedT(null, 'notifications'), format, (kind) => `[${kind}]`)

describe('texts of notifications', () => {
  beforeAll(async () => {
    await startLanguage('en')
    await loadTexts('notifications', 'codes')
  })

  it('a number chooses the plural and is written as the account writes it', () => {
    expect(texts('labels_ready', { done: 1, left_out: 0 })).toEqual({
      title: 'Labels ready',
      lines: ['1 shipment'],
    })
    expect(texts('labels_ready', { done: 1200, left_out: 3 }).lines).toEqual(['1,200 shipments', '3 skipped'])
  })

  it('an amount is written as the account writes it, and a number of a document stays as it is', () => {
    const money = { amount: '1234.5', currency: 'BRL', reference: 'PIX 7' }
    expect(texts('deposit_confirmed', money).title).toBe('Deposit of R$1,234.50 confirmed')
    expect(texts('invoice_issued', { ...money, number: 'INV-7' })).toEqual({
      title: 'New invoice: INV-7',
      lines: ['R$1,234.50'],
    })
  })

  it('a window has its day as the account writes it', () => {
    const pickup = { reference: 'GRU-P-26-000007', day: '2026-11-27', from: '09:00', to: '12:00' }
    expect(texts('pickup_scheduled', pickup)).toEqual({
      title: 'Pickup GRU-P-26-000007 is scheduled',
      lines: [expect.stringMatching(/^\D*27.*, 09:00–12:00$|^11\/27\/2026, 09:00–12:00$/)],
    })
  })

  it('a failure says its reason', () => {
    const reason = { reason: 'too_many_labels', reason_params: { max: 10_000 }, kind: 'shipments.labels' }
    expect(texts('labels_failed', reason).lines).toEqual([i18n.t('codes:too_many_labels', { max: 10_000 })])
    expect(texts('process_failed', { kind: 'x.y' }).title).toBe('[x.y] failed')
  })

  it('a line without a text is left out', () => {
    expect(texts('from_a_newer_server', { done: 2, left_out: 1, reason: 'unheard_of' })).toEqual({
      title: undefined,
      lines: [],
    })
  })

  it('names are put in as they are', async () => {
    await changeLanguage('pt-BR')
    expect(texts('import_finished', { done: 2, left_out: 1, file_name: '<b>{{x}}</b>.csv' }).lines[0]).toBe(
      '<b>{{x}}</b>.csv: 2 remessas criadas',
    )
    await changeLanguage('en')
  })
})

describe('screens that an action opens', () => {
  const action = (fields: object) => ({ ...fields }) as Parameters<typeof routeUrl>[0]

  it('have their parameters, query and hash', () => {
    const id = '0198c000-0000-7000-8000-000000000000'
    expect(
      routeUrl(
        action({
          route: 'shipments.show',
          route_params: { id },
          route_query: { tab: 'a b' },
          route_hash: 'events',
        }),
      ),
    ).toBe(`/shipments/${id}?tab=a+b#events`)
  })

  it.each([
    { route: 'constructor' },
    { route: 'nowhere' },
    { route: 'shipments.show', route_params: { id: '../../evil' } },
    { route: 'shipments.show', route_params: { id: '//evil.test' } },
    { route: 'shipments.show', route_params: { id: '\\evil' } },
  ])('%j leads nowhere', (fields) => {
    expect(routeUrl(action(fields))).toBeUndefined()
  })
})
