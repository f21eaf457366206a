import { expect, it } from 'vitest'
import { hasWebhooks } from './webhooks'

const profileOf = (is_outside: boolean, ...rights: string[]) =>
  ({ can: Object.fromEntries(rights.map((right) => [right, true])), is_outside }) as never

const siteOf = (client_webhooks: boolean) => ({ flags: { client_webhooks } }) as never

it('gives webhooks to staff with the right, whatever clients have', () => {
  expect(hasWebhooks(profileOf(false, 'webhook.list'), siteOf(false))).toBe(true)
  expect(hasWebhooks(profileOf(false), siteOf(true))).toBe(false)
})

it('gives them to clients only where the company wants it', () => {
  expect(hasWebhooks(profileOf(true, 'webhook.list'), siteOf(false))).toBe(false)
  expect(hasWebhooks(profileOf(true, 'webhook.list'), siteOf(true))).toBe(true)
})
