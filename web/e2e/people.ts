import type { Page } from '@playwright/test'
import { linksFor } from './letters'
import { call, expect, PASSWORD, signIn } from './support'

/** Three by two pixels. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAD0lEQVR4nGNgiFoARXAWADbsBd1oR1BSAAAAAElFTkSuQmCC',
  'base64',
)

type Clients = { data: { id: string }[] }

const STAFF = { user_type: 20 }

/** One of the company's own people, otherwise like a [newcomer]. */
export const colleague = (page: Page, tenant: string, name: string) => invited(page, tenant, name, STAFF)

/** An administrator whom no other test is, otherwise like a [newcomer]. */
export const administrator = (page: Page, tenant: string, name: string) =>
  invited(page, tenant, name, { user_type: 10 })

/**
 * Somebody of a client's whom no other test is: invited, with a password, in English. Nobody is signed in on the page
 * afterwards.
 */
export async function newcomer(page: Page, tenant: string, name: string) {
  await signIn(page, 'admin', tenant, { to: false })
  const { data } = await call<Clients>(page, 'GET', '/clients/select')
  return invited(page, tenant, name, { user_type: 30, client_id: data[0]?.id })
}

async function invited(page: Page, tenant: string, name: string, rights: object) {
  await signIn(page, 'admin', tenant, { to: false })
  const email = `${name.toLowerCase().replace(' ', '.')}.${Date.now()}@${tenant}.test`
  const habits = {
    language_id: 'en',
    preferred_timezone_id: 'UTC',
    prefered_weight_unit: 10,
    prefered_size_unit: 10,
  }
  await call(page, 'POST', '/users', { name, email, ...rights, ...habits })
  await expect.poll(() => linksFor(email, '/invitation').length).toBe(1)
  const token = linksFor(email, '/invitation')[0]?.split('/').at(-1)
  const password = { password: PASSWORD, password_confirmation: PASSWORD }
  await call(page, 'POST', '/invitation/accept', { token, ...password })
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  return email
}
