import { mkdirSync, rmSync } from 'node:fs'
import { type Browser, chromium, type FullConfig, type Page } from '@playwright/test'
import { invite } from './people'
import {
  call,
  email,
  enter,
  LANGUAGES,
  type Language,
  origin,
  type Person,
  SESSIONS,
  sessionOf,
  type Tenant,
} from './support'

/** Signs everybody in once for the whole run, and keeps what their browsers keep. */
export default async function signEverybodyIn({ projects }: FullConfig) {
  rmSync(SESSIONS, { recursive: true, force: true })
  mkdirSync(SESSIONS)
  const browser = await chromium.launch(projects[0]?.use.launchOptions)
  await Promise.all([
    signCompanyIn(browser, 'atlantico', ['staff']),
    signCompanyIn(browser, 'pacific', ['staff', 'client']),
  ])
  await browser.close()
  return () => rmSync(SESSIONS, { recursive: true, force: true })
}

/** In English the people of the demo, in every other language somebody with the same rights. */
async function signCompanyIn(browser: Browser, tenant: Tenant, others: Person[]) {
  const admin = await keep(browser, tenant, email('admin', tenant), 'admin', 'en')
  await keep(browser, tenant, email('client', tenant), 'client', 'en')
  for (const person of ['admin', ...others] as Person[]) {
    if (person === 'staff') await keep(browser, tenant, email(person, tenant), person, 'en')
    const rights = await rightsOf(admin, email(person, tenant))
    for (const language of LANGUAGES.filter((language) => language !== 'en')) {
      const address = await invite(admin, tenant, `${person} ${language}`, rights)
      await keep(browser, tenant, address, person, language)
    }
  }
}

type Rights = { user_type: number; client_id: string | null; profile_ids: string[] }

async function rightsOf(admin: Page, address: string) {
  const found = await call<{ data: { id: string }[] }>(admin, 'GET', `/users?search=${address}`)
  const { data } = await call<{ data: Rights }>(admin, 'GET', `/users/${found.data[0]?.id}`)
  const { user_type, client_id, profile_ids } = data
  return { user_type, client_id, profile_ids }
}

async function keep(browser: Browser, tenant: Tenant, address: string, person: Person, language: Language) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin(tenant)}/healthz`)
  await enter(page, address)
  await call(page, 'POST', '/locale', { locale: language })
  await context.storageState({ path: sessionOf(person, tenant, language) })
  return page
}
