import type { Page } from '@playwright/test'
import { type Screen, title } from './screen'
import { call } from './support'

type Found = { data: { id: string }[] }

const first = async (page: Page, list: string) => (await call<Found>(page, 'GET', list)).data[0]?.id

/** Screens of stock. */
export const STOCK_SCREENS: Record<string, Screen> = {
  stock: { who: 'staff', path: '/stocks', shows: (page) => page.locator('[data-row]').last() },
  'goods in a place': {
    who: 'staff',
    path: async (page) => `/stocks/${await first(page, '/stocks')}`,
    shows: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  'stock of a client': { who: 'client', path: '/stocks', shows: (page) => page.locator('[data-row]').last() },
  'shipping from stock': {
    who: 'client',
    path: '/pick-lists/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'stock imports': { who: 'staff', path: '/stocks/imports', shows: (page) => page.locator('h1') },
  'import of stock': { who: 'staff', path: '/stocks/imports/new', shows: (page) => page.locator('form') },
  'pick lists': { who: 'staff', path: '/pick-lists', shows: (page) => page.locator('[data-row]').last() },
  'new pick list': {
    who: 'staff',
    path: '/pick-lists/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a pick list': {
    who: 'staff',
    path: async (page) => `/pick-lists/${await first(page, '/pick-lists?status=20')}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /-P-/ }),
  },
  inventories: { who: 'staff', path: '/inventories', shows: (page) => page.locator('[data-row]').last() },
  'new inventory': {
    who: 'staff',
    path: '/inventories/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'an inventory': {
    who: 'staff',
    path: async (page) => `/inventories/${await first(page, '/inventories')}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /-I-/ }),
  },
  'buying requests': {
    who: 'staff',
    path: '/buying-requests',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'buying requests of a client': {
    who: 'client',
    path: '/buying-requests',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new buying request': {
    who: 'client',
    path: '/buying-requests/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a buying request': {
    who: 'client',
    path: async (page) => `/buying-requests/${await first(page, '/buying-requests?status=20')}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /-A-/ }),
  },
  purchases: { who: 'staff', path: '/purchases', shows: (page) => page.locator('[data-row]').last() },
  'new purchase': {
    who: 'staff',
    path: '/purchases/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a purchase': {
    who: 'staff',
    path: async (page) => `/purchases/${await first(page, '/purchases?status=30')}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /-C-/ }),
  },
  'edit of a purchase': {
    who: 'staff',
    path: async (page) => `/purchases/${await first(page, '/purchases?status=10')}/edit`,
    shows: (page) => page.locator('fieldset').last(),
  },
  'stock items': { who: 'staff', path: '/stock-items', shows: (page) => page.locator('[data-row]').last() },
  'new stock item': {
    who: 'staff',
    path: '/stock-items/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a stock item': {
    who: 'staff',
    path: async (page) => `/stock-items/${await first(page, '/stock-items')}`,
    shows: (page) => page.locator('fieldset').last(),
  },
  'stock places': {
    who: 'admin',
    path: '/stock-places',
    shows: title(/Stock places|Endereços de estoque|Ubicaciones|库位/),
  },
  'new stock place': {
    who: 'admin',
    path: '/stock-places/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a stock place': {
    who: 'admin',
    path: async (page) => `/stock-places/${await first(page, '/stock-places')}`,
    shows: (page) => page.locator('fieldset').last(),
  },
}
