import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { type Screen, title } from './screen'
import { call } from './support'

/** A complete draft at a step. */
const step = (name: string) => async (page: Page) => {
  const form = await completeForm(page)
  const { data } = await call<{ data: { id: string } }>(page, 'POST', '/shipments', form)
  return `/shipments/wizard/${data.id}/${name}`
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
  'review by steps': {
    who: 'client',
    path: step('review'),
    shows: (page) => page.getByRole('link', { name: 'Edit: Sender' }),
  },
}
