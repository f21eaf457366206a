import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refresher, shows } from './apply'

const ONE = '0199d3c2-7c1a-7000-8000-000000000001'
const OTHER = '0199d3c2-7c1a-7000-8000-000000000002'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('a change of a record concerns its page and every list of its kind', () => {
  expect(shows(['shipments', { page: 1 }], 'shipment', [ONE])).toBe(true)
  expect(shows(['shipments', ONE], 'shipment', [ONE])).toBe(true)
  expect(shows(['shipments', ONE, 'events'], 'shipment', [ONE])).toBe(true)
  expect(shows(['shipments', OTHER], 'shipment', [ONE])).toBe(false)
  expect(shows(['shipments', OTHER], 'shipment', [])).toBe(true)
  expect(shows(['POST', 'shipments', 'count', {}], 'shipment', [ONE])).toBe(true)
  expect(shows(['subsidiaries', { page: 1 }], 'subsidiary', [ONE])).toBe(true)
  expect(shows(['backoffice', 'anvisa_solicita', ONE], 'regulatory_request', [ONE])).toBe(true)
  expect(shows(['regulatory-documents', { page: 1 }], 'regulatory_request', [ONE])).toBe(true)
  expect(shows(['backoffice', 'support-subjects'], 'support_subject', [ONE])).toBe(true)
  expect(shows(['clients', ONE], 'shipment', [ONE])).toBe(false)
})

it('the dashboard follows everything that it counts, and the steps of a new company', () => {
  const counted = ['shipment', 'deposit', 'invoice', 'wallet', 'support_ticket', 'client']
  const waiting = ['regulatory_request', 'shipment_import', 'pickup', 'inbound_parcel', 'reweigh', 'delivery']
  const work = ['bag', 'mawb', 'manifest', 'cash_handover']
  const steps = ['service', 'exchange_rate', 'price_assignment', 'bank_account', 'user']
  for (const resource of [...counted, ...waiting, ...work, ...steps])
    expect(shows(['dashboard'], resource, [ONE]), resource).toBe(true)
  expect(shows(['chart', 'shipments:last-twelve-months'], 'shipment', [ONE])).toBe(true)
  expect(shows(['chart', 'support-tickets:current-month'], 'support_ticket', [ONE])).toBe(true)
  expect(shows(['dashboard'], 'subsidiary', [ONE])).toBe(false)
  expect(shows(['clients', ONE], 'client', [ONE])).toBe(true)
})

it('the menu follows what waits for a decision, and so does the dashboard', () => {
  const decided = ['shipment', 'support_ticket', 'deposit', 'reweigh', 'delivery', 'pickup', 'cash_handover']
  for (const resource of decided)
    for (const place of ['waiting', 'dashboard']) expect(shows([place], resource, [ONE]), resource).toBe(true)
})

it('a client sees what the company changes in its record, without its id', () => {
  for (const address of ['account', 'account-client'])
    expect(shows([address], 'client', []), address).toBe(true)
  expect(shows(['account-addresses'], 'client', [])).toBe(false)
})

it('what stands below a record of another kind follows its own records', () => {
  expect(shows(['partners', OTHER, 'partner_services'], 'partner_service', [ONE])).toBe(true)
  expect(shows(['partners', OTHER], 'partner_service', [ONE])).toBe(false)
  expect(shows(['price_tables', OTHER, 'versions'], 'price_table_version', [ONE])).toBe(true)
  expect(shows(['price_table_versions', OTHER], 'price_table_version', [ONE])).toBe(false)
  expect(shows(['clients', OTHER, 'deposit_accounts'], 'bank_account', [ONE])).toBe(true)
  expect(shows(['shipments', OTHER, 'deliveries'], 'delivery', [ONE])).toBe(true)
  expect(shows(['routes', OTHER], 'pickup', [ONE])).toBe(true)
  expect(shows(['field', 'routes'], 'pickup', [ONE])).toBe(true)
  expect(shows(['party_addresses', { owner_id: ONE }], 'party_address', [OTHER])).toBe(true)
  expect(shows(['partner-configs', ONE], 'partner', [ONE])).toBe(true)
})

it('events that come together cause one refresh', () => {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const refresher = new Refresher(client)
  for (const ids of [[ONE], [OTHER]])
    refresher.event({ type: 'records.changed', resource: 'shipment', ids }, 0)
  vi.advanceTimersByTime(1_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
})

it('a company with many open pages asks over some seconds', () => {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  new Refresher(client).event({ type: 'settings.changed', group: null }, 3_000)
  vi.advanceTimersByTime(2_000)
  expect(invalidate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(invalidate).toHaveBeenCalledTimes(1)
})

it('nothing is asked after the end', () => {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const refresher = new Refresher(client)
  refresher.everything()
  refresher.end()
  vi.advanceTimersByTime(10_000)
  expect(invalidate).not.toHaveBeenCalled()
})
