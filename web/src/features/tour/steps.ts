import type { Profile, ProfileMenu } from '@/api/schema'
import { paths } from '@/context/paths'
import type texts from '@/locales/en/tour.json'

/** The elements that steps point to; each has this name in `data-tour`. */
export const ANCHORS = [
  'menu',
  'search',
  'notifications',
  'user',
  'heading',
  'actions',
  'filters',
  'views',
] as const

export type Anchor = (typeof ANCHORS)[number]

export const CHAPTERS = ['start', 'work', 'money', 'company'] as const

export type Chapter = (typeof CHAPTERS)[number]

/** Names its texts, and is what the account remembers: a step with another content gets another name. */
export type StepId = keyof (typeof texts)['step']

export type TourStep = {
  id: StepId
  chapter: Chapter
  /** The right whose people see it. */
  can: keyof Profile['can']
  /** The menu's entry of its screen, which a company may have switched off. */
  entry: keyof ProfileMenu
  screen: string
  anchor: Anchor
  /** Only for people from outside the company, or only for its own; for both when absent. */
  outside?: boolean
}

/** In the order of the tour; the steps of a chapter stand together. */
export const STEPS: TourStep[] = [
  {
    id: 'menu',
    chapter: 'start',
    can: 'account.show',
    entry: 'my_account',
    screen: paths.tour(),
    anchor: 'menu',
  },
  {
    id: 'search',
    chapter: 'start',
    can: 'account.show',
    entry: 'my_account',
    screen: paths.tour(),
    anchor: 'search',
  },
  {
    id: 'notifications',
    chapter: 'start',
    can: 'notification.list',
    entry: 'notifications',
    screen: paths.tour(),
    anchor: 'notifications',
  },
  {
    id: 'user',
    chapter: 'start',
    can: 'account.show',
    entry: 'my_account',
    screen: paths.tour(),
    anchor: 'user',
  },
  {
    id: 'home',
    chapter: 'work',
    can: 'dashboard.show',
    entry: 'dashboard',
    screen: paths.home(),
    anchor: 'heading',
  },
  {
    id: 'shipments',
    chapter: 'work',
    can: 'shipment.list',
    entry: 'shipments',
    screen: paths['shipments.index'](),
    anchor: 'filters',
  },
  {
    id: 'views',
    chapter: 'work',
    can: 'saved_view.list',
    entry: 'shipments',
    screen: paths['shipments.index'](),
    anchor: 'views',
  },
  {
    id: 'new_shipment',
    chapter: 'work',
    can: 'shipment.create',
    entry: 'shipments',
    screen: paths['shipments.index'](),
    anchor: 'actions',
  },
  {
    id: 'calculator',
    chapter: 'work',
    can: 'quote.create',
    entry: 'calculator',
    screen: paths.calculator(),
    anchor: 'heading',
  },
  {
    id: 'pickups',
    chapter: 'work',
    can: 'pickup.list',
    entry: 'pickups',
    screen: paths['pickups.index'](),
    anchor: 'heading',
  },
  {
    id: 'inbound_parcels',
    chapter: 'work',
    can: 'inbound_parcel.list',
    entry: 'inbound_parcels',
    screen: paths['inbound_parcels.index'](),
    anchor: 'heading',
  },
  {
    id: 'receiving',
    chapter: 'work',
    can: 'receiving.scan',
    entry: 'receiving',
    screen: paths.receiving(),
    anchor: 'heading',
  },
  {
    id: 'bags',
    chapter: 'work',
    can: 'bag.list',
    entry: 'bags',
    screen: paths['bags.index'](),
    anchor: 'heading',
  },
  {
    id: 'deliveries',
    chapter: 'work',
    can: 'delivery.list',
    entry: 'deliveries',
    screen: paths['deliveries.index'](),
    anchor: 'heading',
  },
  {
    id: 'stocks',
    chapter: 'work',
    can: 'stock.list',
    entry: 'stocks',
    screen: paths['stocks.index'](),
    anchor: 'heading',
  },
  {
    id: 'clients',
    chapter: 'work',
    can: 'client.list',
    entry: 'clients',
    screen: paths['clients.index'](),
    anchor: 'heading',
  },
  {
    id: 'tickets',
    chapter: 'work',
    can: 'support_ticket.list',
    entry: 'support_tickets',
    screen: paths['supports.index'](),
    anchor: 'heading',
  },
  {
    id: 'wallet',
    chapter: 'money',
    can: 'wallet.list',
    entry: 'wallets',
    screen: paths.wallet(),
    anchor: 'heading',
    outside: true,
  },
  {
    id: 'deposits',
    chapter: 'money',
    can: 'deposit.list',
    entry: 'deposits',
    screen: paths['deposits.index'](),
    anchor: 'heading',
    outside: false,
  },
  {
    id: 'invoices',
    chapter: 'money',
    can: 'invoice.list',
    entry: 'invoices',
    screen: paths['invoices.index'](),
    anchor: 'heading',
  },
  {
    id: 'reports',
    chapter: 'money',
    can: 'report.show',
    entry: 'reports_shipments',
    screen: paths['reports.shipments'](),
    anchor: 'heading',
  },
  {
    id: 'price_tables',
    chapter: 'company',
    can: 'price_table.list',
    entry: 'price_tables',
    screen: paths['price_tables.index'](),
    anchor: 'heading',
  },
  {
    id: 'users',
    chapter: 'company',
    can: 'user.list',
    entry: 'users',
    screen: paths['users.index'](),
    anchor: 'heading',
  },
  {
    id: 'profiles',
    chapter: 'company',
    can: 'user_profile.list',
    entry: 'profiles',
    screen: paths['profiles.index'](),
    anchor: 'heading',
  },
  {
    id: 'audit_log',
    chapter: 'company',
    can: 'audit_entry.list',
    entry: 'audit_log',
    screen: paths['audit.index'](),
    anchor: 'heading',
  },
]

type Reader = Pick<Profile, 'can' | 'menu' | 'is_outside'>

/** The steps that somebody has the rights for. */
export const stepsFor = ({ can, menu, is_outside }: Reader) =>
  STEPS.filter(
    (step) =>
      can[step.can] === true && menu[step.entry] === true && (step.outside ?? is_outside) === is_outside,
  )
