import type { Page } from '@playwright/test'
import { linksFor } from './emails'
import { call, enter, expect, origin, PASSWORD, signIn } from './support'

/** Three by two pixels. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAD0lEQVR4nGNgiFoARXAWADbsBd1oR1BSAAAAAElFTkSuQmCC',
  'base64',
)

type Clients = { data: { id: string }[] }

/** One of the company's own people, otherwise like a [newcomer]. */
export const colleague = (page: Page, tenant: string, name: string) =>
  somebodyNew(page, tenant, name, async () => ({ user_type: 20 }))

/** Signs in a [colleague] who hears nothing of the tickets that other tests open: without an owner they reach all staff. */
export async function enterQuietly(page: Page, tenant: string, name: string) {
  const address = await colleague(page, tenant, name)
  await page.goto(`${origin(tenant)}/healthz`)
  await enter(page, address)
  for (const channel of ['app', 'mail']) {
    const choice = { event: 'ticket_message', channel, enabled: false }
    await call(page, 'PATCH', '/account-notifications', choice)
  }
  // Tickets that were opened since the invitation.
  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/notifications')
  for (const { id } of data) await call(page, 'DELETE', `/notifications/${id}`)
}

/** An administrator whom no other test is, otherwise like a [newcomer]. */
export const administrator = (page: Page, tenant: string, name: string) =>
  somebodyNew(page, tenant, name, async () => ({ user_type: 10 }))

/**
 * Somebody of a client's whom no other test is: invited, with a password, in English. Nobody is signed in on the page
 * afterwards.
 */
export const newcomer = (page: Page, tenant: string, name: string) =>
  somebodyNew(page, tenant, name, async () => {
    const { data } = await call<Clients>(page, 'GET', '/clients/select')
    return { user_type: 30, client_id: data[0]?.id }
  })

async function somebodyNew(page: Page, tenant: string, name: string, rights: () => Promise<object>) {
  await signIn(page, 'admin', tenant, { to: false })
  const address = await invite(page, tenant, name, await rights())
  await page.context().setStorageState({ cookies: [], origins: [] })
  return address
}

const HABITS = {
  language_id: 'en',
  preferred_timezone_id: 'UTC',
  prefered_weight_unit: 10,
  prefered_size_unit: 10,
}

/** An administrator's page invites somebody, who chooses a password. Gives the address. */
export async function invite(page: Page, tenant: string, name: string, rights: object) {
  const mark = crypto.randomUUID().slice(0, 8)
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${mark}@${tenant}.test`
  await call(page, 'POST', '/users', { name, email, ...HABITS, ...rights })
  await expect.poll(() => linksFor(email, '/invitation').length, { timeout: 15_000 }).toBe(1)
  const token = linksFor(email, '/invitation')[0]?.split('/').at(-1)
  const password = { password: PASSWORD, password_confirmation: PASSWORD }
  await call(page, 'POST', '/invitation/accept', { token, ...password })
  return email
}
