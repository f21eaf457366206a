import type { Page } from '@playwright/test'
import type { Screen } from './screen'

const rows = (page: Page) => page.locator('[data-row]').last()
/** For lists that may be empty: a company sets few prices in a year. */
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })

/** Screens of reports. */
export const REPORT_SCREENS: Record<string, Screen> = {
  'report of shipments': { who: 'staff', path: '/reports/shipments', shows: rows },
  'report of parcels': { who: 'admin', path: '/reports/detailed_shipments?rows=parcels', shows: rows },
  'report of the region': { who: 'staff', path: '/reports/shipments_lacc', shows: rows },
  'report of stock': { who: 'staff', path: '/reports/stocks', shows: rows },
  'report of movements': { who: 'staff', path: '/reports/detail_stock?rows=movements', shows: rows },
  'report of wallets': { who: 'admin', path: '/reports/financial', shows: rows },
  'report of margins': { who: 'admin', path: '/reports/financial?rows=margins', shows: rows },
  'report of insurance': { who: 'staff', path: '/reports/insurance', shows: rows },
  'report schedules': { who: 'staff', path: '/reports/schedules', shows: rows },
  'report of prices': { who: 'staff', path: '/reports/price_table', shows: totals },
  'report of surcharges': {
    who: 'admin',
    path: '/reports/price_table?rows=surcharges',
    shows: (page) => page.getByRole('heading', { level: 1 }),
  },
  'export of a report': {
    who: 'staff',
    path: '/reports/shipments',
    open: (page) => page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click(),
    shows: (page) => page.getByRole('dialog', { name: 'Export report' }).getByRole('radio').first(),
  },
  'report of a client': { who: 'client', path: '/reports/shipments', shows: rows },
}
