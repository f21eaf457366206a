import type { Page } from '@playwright/test'
import { addConfirmedShipment, completeForm } from './complete'
import { type Screen, title } from './screen'
import { call } from './support'

/** A complete draft at a step. */
const step = (name: string) => async (page: Page) => {
  const form = await completeForm(page)
  const { data } = await call<{ data: { id: string } }>(page, 'POST', '/shipments', form)
  return `/shipments/wizard/${data.id}/${name}`
}

const UNITED_STATES = 238

/** What documents show of a confirmed shipment to another country. */
async function confirmed(page: Page) {
  const { id } = await addConfirmedShipment(page, { from_country_id: UNITED_STATES })
  return `/shipments/${id}/edit`
}

type Listed = { data: { id: string }[] }

/** The quote that the demo's client has saved. */
async function savedQuote(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/quotes?saved=true')
  return data[0]?.id ?? ''
}

/** Screens of the calculator and of a shipment step by step. */
export const FREIGHT_SCREENS: Record<string, Screen> = {
  calculator: {
    who: 'staff',
    path: '/calculator',
    shows: (page) => page.getByRole('button', { name: 'Calculate prices' }),
  },
  'calculator with prices': {
    who: 'client',
    path: '/calculator?to_country=32&parcels=1x300x200x100x1500',
    shows: (page) => page.getByRole('region', { name: 'Prices' }).getByRole('heading').first(),
  },
  quotes: { who: 'client', path: '/quotes', shows: title(/Quotes|Cotações|Cotizaciones|报价/) },
  'a quote': {
    who: 'client',
    path: async (page) => `/quotes/${await savedQuote(page)}`,
    shows: (page) => page.getByRole('heading', { level: 2 }).first(),
  },
  'public calculator': { path: '/calculate', shows: title('Freight calculator') },
  'shipment by steps': {
    who: 'client',
    path: '/shipments/wizard/new/origin',
    shows: (page) => page.getByRole('group', { name: 'Sender', exact: true }),
  },
  'parcels by steps': {
    who: 'client',
    path: step('packages'),
    shows: (page) => page.getByRole('group', { name: 'Item 1' }),
  },
  'services by steps': {
    who: 'client',
    path: step('service'),
    shows: (page) => page.getByRole('group', { name: 'Service', exact: true }),
  },
  'confirmed shipment, what documents show': {
    who: 'client',
    path: confirmed,
    shows: (page) => page.getByRole('group', { name: 'Item 1' }),
  },
  'review by steps': {
    who: 'client',
    path: step('review'),
    shows: (page) => page.getByRole('link', { name: 'Edit: Sender' }),
  },
}
