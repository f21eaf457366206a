import { expect, it } from 'vitest'
import { otherStart } from './start'

const startOf = (...rights: string[]) =>
  otherStart(Object.fromEntries(rights.map((right) => [right, true])) as never)

it('opens a page that the user may see', () => {
  expect(startOf('api_token.list', 'webhook.list')).toBeUndefined()
  expect(startOf('webhook.list', 'shop.list')).toBe('/integrations/webhooks')
  expect(startOf('shop.list')).toBe('/integrations/shops')
  expect(startOf('order_layer.show')).toBe('/integrations/shops')
  expect(startOf('tenant_setting.update')).toBe('/integrations/connections')
  expect(startOf()).toBeUndefined()
})
