import { expect, it } from 'vitest'
import { otherStart } from './start'

const profileOf = (rights: string[], is_outside: boolean) =>
  ({ can: Object.fromEntries(rights.map((right) => [right, true])), is_outside }) as never

const siteOf = (client_webhooks: boolean) => ({ flags: { client_webhooks } }) as never

const startOf = (...rights: string[]) => otherStart(profileOf(rights, false), siteOf(false))

it('opens a page that the user may see', () => {
  expect(startOf('api_token.list', 'webhook.list')).toBeUndefined()
  expect(startOf('webhook.list', 'shop.list')).toBe('/integrations/webhooks')
  expect(startOf('shop.list')).toBe('/integrations/shops')
  expect(startOf('order_layer.show')).toBe('/integrations/shops')
  expect(startOf('tenant_setting.update')).toBe('/integrations/connections')
  expect(startOf()).toBeUndefined()
})

it('leads nobody from outside to the connections of the company', () => {
  expect(otherStart(profileOf(['domain.list'], true), siteOf(true))).toBeUndefined()
  expect(otherStart(profileOf(['shop.list', 'domain.list'], true), siteOf(true))).toBe('/integrations/shops')
})

it('leads clients to webhooks only where the company wants them', () => {
  const client = profileOf(['webhook.list', 'shop.list'], true)
  expect(otherStart(client, siteOf(true))).toBe('/integrations/webhooks')
  expect(otherStart(client, siteOf(false))).toBe('/integrations/shops')
  expect(otherStart(profileOf(['webhook.list'], true), siteOf(false))).toBeUndefined()
})
