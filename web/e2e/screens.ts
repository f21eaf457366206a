import { upload } from './importing'
import { type Screen, title } from './screen'
import { ACCOUNT_SCREENS } from './screens-account'
import { COMPANY_SCREENS } from './screens-company'
import { CONSOLIDATION_SCREENS } from './screens-consolidation'
import { FIELD_SCREENS } from './screens-field'
import { FREIGHT_SCREENS } from './screens-freight'
import { MONEY_SCREENS } from './screens-money'
import { PRICE_SCREENS } from './screens-prices'
import { PUBLIC_SCREENS } from './screens-public'
import { RECORD_SCREENS } from './screens-records'
import { REPORT_SCREENS } from './screens-reports'
import { STOCK_SCREENS } from './screens-stock'
import { SUPPORT_SCREENS } from './screens-support'
import { type Listed, seeded, seededImport } from './seeds'
import { call, origin, test } from './support'

/** Every screen there is, for what each of them must be. A new screen gets a line here, or in the file of its area. */
export const SCREENS: Record<string, Screen> = {
  ...PUBLIC_SCREENS,
  ...ACCOUNT_SCREENS,
  ...COMPANY_SCREENS,
  'tracking desk': { who: 'staff', path: '/tracking', shows: title('Tracking') },
  'recording events': {
    who: 'staff',
    path: '/tracking?task=record',
    shows: (page) => page.getByRole('textbox', { name: 'Scan or enter a code' }),
  },
  'list of shipments': {
    who: 'staff',
    path: '/shipments',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'list with selected rows': {
    who: 'staff',
    path: '/shipments',
    open: async (page) => {
      for (const row of [0, 1]) await page.locator('[data-row-check]').nth(row).check()
    },
    shows: (page) => page.getByText('2 selected', { exact: true }),
  },
  'menu of a row': {
    who: 'staff',
    path: '/shipments',
    open: (page) => page.locator('[data-row-menu]').first().click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Cancel shipment' }),
  },
  'filters of a list': {
    who: 'staff',
    path: '/shipments',
    open: (page) => page.getByRole('button', { name: 'Filters', exact: true }).click(),
    shows: (page) => page.getByRole('combobox', { name: 'Destination' }),
  },
  'list that finds nothing': {
    who: 'staff',
    path: '/shipments?search=nosuchthing',
    shows: (page) => page.getByText('No results for “nosuchthing”'),
  },
  shipment: {
    who: 'staff',
    path: async (page) => `/shipments/${(await seeded(page)).id}`,
    shows: title(/^PP\d{9}US$/),
  },
  'new shipment': {
    who: 'staff',
    path: '/shipments/new',
    shows: (page) => page.getByRole('group', { name: 'Sender', exact: true }),
  },
  'edited shipment': {
    who: 'staff',
    path: async (page) => `/shipments/${(await seeded(page)).id}/edit`,
    shows: (page) => page.getByRole('group', { name: 'Sender', exact: true }),
  },
  packages: {
    who: 'staff',
    where: 'atlantico',
    path: '/auxiliar/packages',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new package': {
    who: 'admin',
    where: 'atlantico',
    path: '/auxiliar/packages/new',
    shows: (page) => page.getByRole('group', { name: /Size and weight|Medidas e peso/ }),
  },
  'a package that cannot be changed': {
    who: 'staff',
    where: 'atlantico',
    path: async (page) => {
      const { data } = await call<Listed>(page, 'GET', '/packages?search=CX-P')
      return `/auxiliar/packages/${data[0]?.id}`
    },
    shows: title('CX-P'),
  },
  'address book': {
    who: 'client',
    path: '/address-book',
    shows: (page) => page.getByRole('link', { name: 'New address' }).first(),
  },
  'new address': {
    who: 'admin',
    path: '/address-book/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  banks: { who: 'admin', path: '/banks', shows: (page) => page.getByText('No banks yet') },
  'new bank': {
    who: 'admin',
    path: '/banks/new',
    shows: (page) => page.getByRole('group', { name: 'Bank' }),
  },
  imports: { who: 'staff', path: '/shipments/imports', shows: (page) => page.locator('[data-row]').last() },
  'import of a file': { who: 'staff', path: '/shipments/imports/new', shows: (page) => page.locator('form') },
  'meaning of the columns': {
    who: 'staff',
    inEnglish: true,
    path: async (page) => {
      await page.goto(`${origin('pacific')}/shipments/imports/new`)
      const file = `Zq1,Zq2\r\nB-${test.info().project.name},Book\r\n`
      await upload(page, { name: 'bars.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      return new URL(page.url()).pathname
    },
    shows: (page) => page.getByRole('heading', { name: 'Match columns' }),
  },
  'client imports': { who: 'staff', path: '/clients/imports', shows: (page) => page.locator('h1') },
  'import of clients': { who: 'staff', path: '/clients/imports/new', shows: (page) => page.locator('form') },
  'finished import': {
    who: 'staff',
    path: seededImport,
    shows: (page) => page.getByRole('heading', { name: 'Import finished' }),
  },
  dashboard: {
    who: 'staff',
    path: '/',
    shows: (page) => page.locator('.recharts-line').first(),
  },
  'home of a client': {
    who: 'client',
    path: '/',
    shows: (page) => page.getByRole('region').getByRole('article').last(),
  },
  'a page that does not exist': {
    who: 'staff',
    path: '/no/such/page',
    shows: title('Page not found'),
  },
  'a shipment that does not exist': {
    who: 'staff',
    path: '/shipments/00000000-0000-7000-8000-000000000000',
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  ...RECORD_SCREENS,
  ...MONEY_SCREENS,
  ...FREIGHT_SCREENS,
  ...PRICE_SCREENS,
  ...SUPPORT_SCREENS,
  ...FIELD_SCREENS,
  ...CONSOLIDATION_SCREENS,
  ...REPORT_SCREENS,
  ...STOCK_SCREENS,
}
