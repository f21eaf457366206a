import type { Page } from '@playwright/test'
import { comeBy, socialCompany } from './social'
import { call, expect, test } from './support'

/** Records of the seed that no test touches, and what a screen of one record needs. */

type Subjects = { data: { id: string; code: string }[] }
export type Listed = { data: { id: string; tracking_code: string }[] }

/** A shipment of the import of the seed, which no test touches. For staff: a client has no import. */
export async function seeded(page: Page) {
  const imports = await call<Listed>(page, 'GET', '/shipment_imports?per_page=100')
  const query = `sort=created_at&per_page=10&import_id=${imports.data.at(-1)?.id}`
  const { data } = await call<Listed>(page, 'GET', `/shipments?${query}`)
  const [shipment] = data
  if (!shipment) throw new Error('the seed has no shipments')
  return shipment
}

export async function seededUser(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/users?search=client2@')
  return data[0]?.id
}

export async function seededBranch(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/subsidiaries?search=chicago')
  return data[0]?.id
}

export async function seededClient(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/clients?search=horizonte')
  return data[0]?.id
}

export async function seededService(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/services')
  return data[0]?.id
}

export async function seededPartner(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/partners?search=harbour')
  return data[0]?.id
}

/** A ticket with an answer and a note. */
export async function seededTicket(page: Page) {
  const { id } = await openedTicket(page, 'Where is my **parcel**?')
  const path = `/backoffice/support-tickets/${id}`
  await call(page, 'POST', `${path}/reply`, { key: timedId(), body: 'It leaves today.', seen: 1 })
  await call(page, 'POST', `${path}/note`, { key: timedId(), body: 'Ask the warehouse.' })
  return `/supports/${id}`
}

/** A ticket of the signed-in user. */
export async function openedTicket(page: Page, body: string) {
  // A subject of another test can have a department with other members.
  const subjects = await call<Subjects>(page, 'GET', '/backoffice/support-subjects/select')
  const delay = subjects.data.find(({ code }) => code === 'DELAY')
  const form = { key: timedId(), support_subject_id: delay?.id, body }
  return (await call<{ data: { id: string; number: number } }>(page, 'POST', '/support-tickets', form)).data
}

/** A UUID of version 7. */
export const timedId = () => `0199d3c2-7c1a-7${crypto.randomUUID().slice(15)}`

/** Allows one thing more than nothing. */
export async function aProfile(page: Page, resource: 'shipment' | 'tracking') {
  const rules = [{ resource, action: resource === 'shipment' ? 'list' : 'search', scope: 'any' }]
  const name = `Bars ${resource} ${test.info().testId} ${Date.now()}`
  const profile = { name, kind: 10, description: '', active: true, rules }
  return (await call<{ data: { id: string } }>(page, 'POST', '/user_profiles', profile)).data.id
}

/** One for all: a company has few. Another test may make it at the same time. */
export async function aWebhook(page: Page) {
  const url = 'https://screens.example.com/hook'
  const made = { url, patterns: ['shipment.*'] }
  await call(page, 'POST', '/webhooks', made).catch(() => undefined)
  return (await call<Listed>(page, 'GET', '/webhooks?search=screens.example')).data[0]?.id
}

/** Somebody has come back from a provider and is no user yet. */
export async function vouchedFor(page: Page) {
  await page.goto(`${(await socialCompany()).origin}/login`)
  await comeBy(page, `unverified-${Date.now()}@aurora.test`)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete account' })).toBeVisible()
}

export async function seededImport(page: Page) {
  const { data } = await call<Listed>(page, 'GET', '/shipment_imports?per_page=100')
  return `/shipments/imports/${data.at(-1)?.id}`
}

/** At least one notification about a process that has ended: the labels of this shipment. */
export async function notified(page: Page, shipment: string) {
  await call(page, 'POST', '/shipments/print_labels', { ids: [shipment] })
  type List = { data: { notification_type: string }[] }
  const ended = async () => {
    const { data } = await call<List>(page, 'GET', '/notifications')
    return data.filter(({ notification_type }) => notification_type === 'process').length
  }
  await expect.poll(ended, { timeout: 20_000 }).toBeGreaterThan(0)
}

/** The request of the newest shipment, which gets one where there is none. */
export async function requested(page: Page) {
  const path = '/backoffice/anvisa_solicita'
  const known = await call<Listed>(page, 'GET', path)
  if (known.data[0]) return known.data[0].id
  const { data } = await call<Listed>(page, 'GET', '/shipments')
  const made = await call<{ data: { id: string } }>(page, 'POST', path, { shipment_id: data[0]?.id })
  return made.data.id
}
