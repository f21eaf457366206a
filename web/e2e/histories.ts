import { expect, type Page } from '@playwright/test'
import { completeForm } from './complete'
import { call } from './support'

export type Made = { id: string; tracking_code: string }

/** The events of a shipment on its page. */
export const history = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem')

export const make = async (page: Page) =>
  (await call<{ data: Made }>(page, 'POST', '/shipments', await completeForm(page))).data

export const note = (page: Page, shipment: Made, text: string) =>
  call(page, 'POST', '/shipments/record_event', {
    tracking_codes: [shipment.tracking_code],
    event_code: 'DEPARTED',
    location: text,
    occurred_at: new Date().toISOString(),
  })

/** Until the page has its live connection. */
export const connected = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.dataset.live)).toBe('connected')
