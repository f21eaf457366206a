import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { ItemsCountry, TrackedEvent, TrackedJourney } from '@/api/schema'
import { renderPage } from '../../../../test/render'
import { type TrackingResult, TrackingResults } from './TrackingResults'

vi.mock('@/context/site', () => ({ useSite: () => ({ config: { time_zone: 'America/Sao_Paulo' } }) }))

const named = (en: string) => ({ pt: en, en, es: en, zh: en })

const event = (code: string, title: string, occurred_at: string): TrackedEvent => ({
  code,
  occurred_at,
  time_zone: 'America/Sao_Paulo',
  location: 'Guarulhos',
  stage: 'transit',
  parcels: [],
  short_description_locale: named(title),
  description_locale: named(`${title}, at length.`),
})

const FOUND: TrackedJourney = {
  tracking_code: 'AT000000014BR',
  found: true,
  shipment_id: null,
  to_name: null,
  status: 70,
  from_country_id: 32,
  to_country_id: 82,
  to_city: 'Berlin',
  service_title_locale: named('International Express'),
  due_on: '2026-11-28',
  due_from_on: '2026-11-26',
  last_event_at: '2026-11-21T14:30:00Z',
  hold_reason: null,
  parcel_count: 3,
  brief: false,
  pickup: null,
  delivery: null,
  events: [
    event('DEPARTED', 'Departed', '2026-11-21T14:30:00Z'),
    event('BAGGED', 'Packed for dispatch', '2026-11-20T14:30:00Z'),
  ],
}

const missing = (tracking_code: string): TrackedJourney => ({
  tracking_code,
  found: false,
  shipment_id: null,
  to_name: null,
  status: null,
  from_country_id: null,
  to_country_id: null,
  to_city: null,
  service_title_locale: null,
  due_on: null,
  due_from_on: null,
  last_event_at: null,
  hold_reason: null,
  parcel_count: null,
  brief: false,
  pickup: null,
  delivery: null,
  events: [],
})

const COUNTRIES: ItemsCountry = {
  data: [country(32, 'Brazil'), country(82, 'Germany')],
}

function country(id: number, name: string): ItemsCountry['data'][number] {
  return {
    id,
    alpha2: 'XX',
    alpha3: 'XXX',
    numeric_code: '000',
    name_locale: named(name),
    ddi: '0',
    mask: [],
    currency_code: null,
    postcode_pattern: null,
    active: true,
    ships_from: true,
    ships_to: true,
    document_required: false,
    postcode_required: false,
    state_required: false,
    phone_required: false,
    notice_locale: null,
  }
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(COUNTRIES))
})

const answer = (data: TrackedJourney[]): TrackingResult => ({
  data: { data },
  error: null,
  isFetching: false,
  refetch: vi.fn(),
})

const show = (result: TrackingResult, codes = ['AT000000014BR'], canNotify = false) =>
  renderPage(() => (
    <TrackingResults
      codes={codes}
      result={result}
      contact={{ company: 'Atlântico', email: 'help@atlantico.test', phone: null }}
      telling={{ shipmentTo: (id) => `/elsewhere/${id}` }}
      canNotify={canNotify}
    />
  ))

it('tells the state in words, the way, the service and the day it is expected', async () => {
  await show(answer([FOUND]))
  const card = within(screen.getByRole('article', { name: 'AT000000014BR' }))
  expect(card.getByText(/^On its way/)).toBeVisible()
  expect(await card.findByText(/Berlin, Germany/)).toBeVisible()
  expect(card.getByText('International Express')).toBeVisible()
  expect(card.getByText(/26\s–\s28 Nov 2026/)).toBeVisible()
})

it('names the parcels of an event that does not concern all', async () => {
  const [departed, ...older] = FOUND.events
  const part = { ...departed, parcels: [1, 3] } as TrackedEvent
  await show(answer([{ ...FOUND, parcel_count: 5, events: [part, ...older] }]))
  expect(screen.getAllByText(/^Parcels/)).toHaveLength(1)
  expect(screen.getByText('Parcels 1, 3 of 5')).toBeVisible()
})

it('names the present stage among the seven', async () => {
  await show(answer([FOUND]))
  const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem')
  expect(steps).toHaveLength(7)
  expect(steps.find((step) => step.getAttribute('aria-current') === 'step')).toHaveTextContent('Transit')
})

it('tells a code it does not know kindly, with what may be wrong and whom to ask', async () => {
  await show(answer([missing('AT000000015BR')]))
  const card = within(screen.getByRole('article', { name: 'AT000000015BR' }))
  expect(card.getByText(/one digit is probably wrong/)).toBeVisible()
  expect(card.getByRole('link', { name: 'help@atlantico.test' })).toBeVisible()
  expect(screen.getByText('1 code not found')).toBeVisible()
})

it('leads to the shipment only whoever may open it', async () => {
  const { unmount } = await show(answer([FOUND]))
  expect(screen.queryByRole('link', { name: 'AT000000014BR' })).toBeNull()
  unmount()
  await show(answer([{ ...FOUND, shipment_id: 'id-1' }]))
  expect(screen.getByRole('link', { name: 'AT000000014BR' })).toHaveAttribute('href', '/elsewhere/id-1')
})

it('shows places and times once the postcode of the recipient is right', async () => {
  const brief = {
    ...FOUND,
    to_city: null,
    brief: true,
    events: FOUND.events.map((one) => ({ ...one, location: '' })),
  }
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/tracking')) return Response.json(COUNTRIES)
    return Response.json({ data: [url.includes('postcode=10115') ? FOUND : brief] })
  })
  await show(answer([brief]))
  expect(screen.getByText('21/11/2026')).toBeVisible()
  expect(screen.queryByText('11:30')).toBeNull()
  const field = screen.getByLabelText('Recipient’s postal code')
  await userEvent.type(field, '99999{Enter}')
  expect(await screen.findByText('This is not the recipient’s postal code.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '10115{Enter}')
  expect(await screen.findByText(/Berlin, Germany/)).toBeVisible()
  expect(screen.getAllByText('11:30')).toHaveLength(2)
})

it('offers e-mails once the postcode is right, and sends it with the address', async () => {
  const brief = { ...FOUND, to_city: null, brief: true }
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (url.includes('/tracking_subscriptions')) {
      sent(JSON.parse(String(request?.body)))
      return Response.json({})
    }
    return Response.json(url.includes('/tracking') ? { data: [FOUND] } : COUNTRIES)
  })
  await show(answer([brief]), ['AT000000014BR'], true)
  expect(screen.queryByRole('button', { name: 'Get e-mail updates' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Recipient’s postal code'), '10115{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Get e-mail updates' }))
  await userEvent.type(screen.getByLabelText('Your e-mail'), 'rui@example.com{Enter}')
  expect(await screen.findByText('Check your inbox')).toBeVisible()
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ email: 'rui@example.com', postcode: '10115' }))
})

it('shows when somebody comes, how often somebody came, and the name of who took the parcels', async () => {
  const window = { on_date: '2026-11-27', from_time: '09:00', to_time: '12:00' }
  const delivery = { window, attempts: 1, max_attempts: 3, received_by: null, asks_pin: true }
  const planned = { ...FOUND, pickup: { window: { ...window, from_time: null, to_time: null } }, delivery }
  await show(answer([planned]))
  expect(screen.getByText('Delivery planned for').parentElement).toHaveTextContent(/27.*, 09:00–12:00$/)
  expect(screen.getByText('Delivery attempts').parentElement).toHaveTextContent('1 of 3')
  expect(screen.getByText('Pickup').parentElement).not.toHaveTextContent('09:00')
  expect(screen.getByText('PIN at the door').parentElement).toHaveTextContent('sent to the recipient')
})

it('names who took the parcels, without the attempts before', async () => {
  const delivery = { window: null, attempts: 2, max_attempts: 3, received_by: 'Ana Souza', asks_pin: false }
  await show(answer([{ ...FOUND, delivery }]))
  expect(screen.getByText('Received by').parentElement).toHaveTextContent('Ana Souza')
  expect(screen.queryByText('Delivery attempts')).toBeNull()
})

it('keeps the older events of many shipments folded until they are asked for', async () => {
  const many = ['A', 'B', 'C', 'D'].map((tracking_code) => ({ ...FOUND, tracking_code }))
  await show(answer(many), ['A', 'B', 'C', 'D'])
  const card = within(screen.getByRole('article', { name: 'A' }))
  const button = card.getByRole('button', { name: 'Show all 2 events' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
})

it('says why nothing is shown, and tries again', async () => {
  const refetch = vi.fn()
  await show({ data: undefined, error: new ApiError(0), isFetching: false, refetch })
  expect(screen.getByRole('alert')).toHaveTextContent('Could not reach the server.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalled()
})
