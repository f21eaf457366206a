import { expect, it } from 'vitest'
import { type ProfileMenu, UserTypeCode } from '@/api/schema'
import { menuBlocks, menuFor } from './menu'
import { OWN, WORK } from './menu-entries'
import { OFFICE } from './menu-office'

const everything = Object.fromEntries(
  [...WORK, ...OWN, ...OFFICE].map(({ name }) => [name, true]),
) as unknown as ProfileMenu

const STAFF = { menu: everything, user_type: UserTypeCode.User, is_outside: false }
const CLIENT = { menu: everything, user_type: UserTypeCode.Client, is_outside: true }

const namesOf = (reader: Parameters<typeof menuBlocks>[0]) =>
  menuBlocks(reader).map((parts) =>
    parts.flatMap(({ entries, sections }) => [...entries, ...sections.flatMap((part) => part.entries)]),
  )

it('begins with the daily work, then what is for oneself (MENU-1)', () => {
  const [work, own, office] = namesOf(STAFF)
  expect(work?.map(({ name }) => name)).toEqual([
    'dashboard',
    'services',
    'bags',
    'mawbs',
    'pickups',
    'deliveries',
    'shipments',
    'manifests',
    'tracking',
    'receiving',
    'reweighs',
    'inbound_parcels',
    'repacks',
    'routes',
    'cash_handovers',
    'field',
    'stocks',
    'pick_lists',
    'inventories',
    'buying_requests',
    'purchases',
    'clients',
    'packages',
  ])
  expect(own?.map(({ name }) => name)).toEqual([
    'reports_shipments',
    'reports_detailed_shipments',
    'reports_shipments_lacc',
    'reports_stocks',
    'reports_detail_stock',
    'reports_financial',
    'reports_insurance',
    'reports_price_table',
    'report_schedules',
    'notifications',
    'reviews',
    'my_account',
    'support_tickets',
  ])
  expect(office?.slice(0, 2).map(({ name }) => name)).toEqual(['calculator', 'saved_addresses'])
})

/** The side menu of the product, written off by hand: each entry with its path. */
const PRODUCT = {
  dashboard: '/',
  services: '/services',
  bags: '/bags',
  mawbs: '/mawbs',
  pickups: '/shipment-pickups',
  deliveries: '/shipment-deliveries',
  shipments: '/shipments',
  manifests: '/manifests',
  tracking: '/tracking',
  stocks: '/stocks',
  clients: '/clients',
  packages: '/auxiliar/packages',
  reports_shipments: '/reports/shipments',
  reports_detailed_shipments: '/reports/detailed_shipments',
  reports_stocks: '/reports/stocks',
  reports_detail_stock: '/reports/detail_stock',
  notifications: '/notifications',
  reviews: '/reviews',
  my_account: '/my-account',
  support_tickets: '/supports',
}

it('has each entry of the product at its path, in its order (MENU-1)', () => {
  const wanted = Object.keys(PRODUCT)
  const found = menuFor(STAFF).filter(({ name }) => wanted.includes(name))
  expect(found.map(({ name, to }) => [name, to])).toEqual(Object.entries(PRODUCT))
})

it('keeps Packages in its group (MENU-1)', () => {
  const groups = menuBlocks(STAFF)[0]?.map(({ name }) => name)
  expect(groups).toEqual([undefined, 'menu.auxiliar'])
})

it('has one group Administration with its sections (MENU-3)', () => {
  const administration = menuBlocks(STAFF)
    .flat()
    .filter(({ sections }) => sections.length > 0)
  expect(administration.map(({ name }) => name)).toEqual(['menu.administration'])
  expect(administration[0]?.sections.map(({ name }) => name)).toEqual([
    'menu.records',
    'menu.support',
    'menu.access',
    'menu.company',
  ])
})

it('holds all that the company is set up with in Administration (MENU-3)', () => {
  const group = menuBlocks(STAFF)
    .flat()
    .find(({ name }) => name === 'menu.administration')
  const names = group?.sections.flatMap(({ entries }) => entries.map(({ name }) => name))
  expect(names).toEqual(
    expect.arrayContaining([
      'subsidiaries',
      'partners',
      'providers',
      'warehouses',
      'banks',
      'currencies',
      'locales',
      'regulatory_requests',
      'faq_questions',
      'users',
      'profiles',
      'feature_flags',
      'integrations',
      'uploads',
      'audit_log',
      'tour',
    ]),
  )
})

it('has its own order and words for a client (MENU-1)', () => {
  const first = menuFor(CLIENT)
    .slice(0, 5)
    .map(({ label }) => label)
  expect(first).toEqual([
    'menu.home',
    'resources.service',
    'resources.shipment',
    'menu.price',
    'menu.tracking',
  ])
})

it('has each entry once', () => {
  const addresses = menuFor(STAFF).map(({ to }) => to)
  expect(addresses).toEqual([...new Set(addresses)])
})
