import type { Locator, Page } from '@playwright/test'
import type { Person, Tenant } from './support'

export type Screen = {
  /** Nobody is signed in when it is not said who. */
  who?: Person
  /** `social`: where people may sign in by a provider. */
  where?: Tenant | 'nowhere' | 'suspended' | 'social'
  /** The address; a screen of one record asks for it first. */
  path: string | ((page: Page) => Promise<string>)
  /** Goes on from there: opens what lies over the page. */
  open?(page: Page): Promise<void>
  /** The way to the address leads through pages whose words it knows in English. */
  inEnglish?: true
  /** The element that is visible once everything is loaded. */
  shows(page: Page): Locator
}

/** The title of the page. */
export const title = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
export const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
