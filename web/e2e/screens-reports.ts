import type { Page } from '@playwright/test'
import type { Screen } from './screen'

const rows = (page: Page) => page.locator('[data-row]').last()

/** Screens of reports. */
export const REPORT_SCREENS: Record<string, Screen> = {
  'report of shipments': { who: 'staff', path: '/reports/shipments', shows: rows },
  'report of parcels': { who: 'admin', path: '/reports/detailed_shipments?rows=parcels', shows: rows },
  'report of the region': {
    who: 'staff',
    path: '/reports/shipments_lacc',
    shows: (page) => page.getByRole('heading', { level: 1, name: /LACC|拉美/ }),
  },
  'report of stock': { who: 'staff', path: '/reports/stocks', shows: rows },
  'report of movements': { who: 'staff', path: '/reports/detail_stock?rows=movements', shows: rows },
  'report of wallets': { who: 'admin', path: '/reports/financial', shows: rows },
  'report of insurance': {
    who: 'staff',
    path: '/reports/insurance',
    shows: (page) => page.getByRole('heading', { level: 1 }),
  },
  'report of prices': { who: 'staff', path: '/reports/price_table', shows: rows },
  'report of a client': { who: 'client', path: '/reports/shipments', shows: rows },
}
