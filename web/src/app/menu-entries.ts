import {
  type Icon,
  IconArrowsExchange,
  IconBasket,
  IconBell,
  IconBox,
  IconBuilding,
  IconBuildingWarehouse,
  IconCalendarRepeat,
  IconCash,
  IconClipboardList,
  IconFileStack,
  IconForklift,
  IconGavel,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListCheck,
  IconLuggage,
  IconMap2,
  IconMapSearch,
  IconPackage,
  IconPackageImport,
  IconPackages,
  IconPlaneDeparture,
  IconPlaneTilt,
  IconReport,
  IconReportMoney,
  IconReportSearch,
  IconRoute,
  IconScale,
  IconShieldCheck,
  IconShoppingCart,
  IconStar,
  IconSteeringWheel,
  IconTable,
  IconTruckDelivery,
  IconTruckLoading,
  IconUserCircle,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { ProfileMenu } from '@/api/schema'
import { paths } from '@/context/paths'

type MenuLabel = Extract<ParseKeys<'shell'>, `menu.${string}` | `resources.${string}`>

export type MenuEntry = {
  /** Its row in `policy/src/menu.rs`: `/profile` has it for those users who get it. */
  name: keyof ProfileMenu
  /** Key of its text: the plural of its records, where it has any. */
  label: MenuLabel
  /** The same in the words of a client. */
  forClients?: MenuLabel
  to: string
  icon: Icon
  /** Stands under this heading; the entries of one stand together. None for the daily work and for oneself. */
  group?: MenuGroup
  /** A heading within its group. */
  section?: MenuSection
  /** Only for people from outside the company, or only for its own; for both when absent. */
  outside?: boolean
}

export type MenuGroup =
  | 'menu.auxiliar'
  | 'menu.reports'
  | 'menu.finance'
  | 'menu.prices'
  | 'menu.administration'

export type MenuSection = 'menu.records' | 'menu.support' | 'menu.access' | 'menu.company'

/** The daily work. */
export const WORK: MenuEntry[] = [
  {
    name: 'dashboard',
    label: 'resources.dashboard',
    forClients: 'menu.home',
    to: paths.home(),
    icon: IconLayoutDashboard,
  },
  {
    name: 'services',
    label: 'resources.service',
    to: paths['services.index'](),
    icon: IconPlaneDeparture,
  },
  { name: 'bags', label: 'resources.bag', to: paths['bags.index'](), icon: IconLuggage },
  { name: 'mawbs', label: 'resources.mawb', to: paths['mawbs.index'](), icon: IconPlaneTilt },
  { name: 'pickups', label: 'resources.pickup', to: paths['pickups.index'](), icon: IconTruckLoading },
  {
    name: 'deliveries',
    label: 'resources.delivery',
    to: paths['deliveries.index'](),
    icon: IconTruckDelivery,
  },
  { name: 'shipments', label: 'resources.shipment', to: paths['shipments.index'](), icon: IconPackage },
  {
    name: 'manifests',
    label: 'resources.manifest',
    to: paths['manifests.index'](),
    icon: IconFileStack,
  },
  { name: 'tracking', label: 'menu.tracking', to: paths.tracking(), icon: IconMapSearch },
  { name: 'receiving', label: 'resources.receiving', to: paths.receiving(), icon: IconScale },
  {
    name: 'reweighs',
    label: 'resources.reweigh',
    to: paths['reweighs.index'](),
    icon: IconGavel,
  },
  {
    name: 'inbound_parcels',
    label: 'resources.inbound_parcel',
    forClients: 'menu.parcels',
    to: paths['inbound_parcels.index'](),
    icon: IconPackageImport,
  },
  {
    name: 'repacks',
    label: 'resources.repack',
    to: paths['repacks.index'](),
    icon: IconPackages,
  },
  { name: 'routes', label: 'resources.route', to: paths['routes.index'](), icon: IconRoute },
  {
    name: 'cash_handovers',
    label: 'resources.cash_handover',
    to: paths['cash_handovers.index'](),
    icon: IconCash,
  },
  { name: 'field', label: 'menu.field', to: paths.field(), icon: IconSteeringWheel },
  {
    name: 'stocks',
    label: 'resources.stock',
    forClients: 'menu.stock',
    to: paths['stocks.index'](),
    icon: IconForklift,
  },
  {
    name: 'pick_lists',
    label: 'resources.pick_list',
    forClients: 'menu.fromStock',
    to: paths['pick_lists.index'](),
    icon: IconClipboardList,
  },
  {
    name: 'inventories',
    label: 'resources.inventory',
    to: paths['inventories.index'](),
    icon: IconListCheck,
  },
  {
    name: 'buying_requests',
    label: 'resources.buying_request',
    forClients: 'menu.buying',
    to: paths['buying_requests.index'](),
    icon: IconBasket,
  },
  {
    name: 'purchases',
    label: 'resources.purchase',
    to: paths['purchases.index'](),
    icon: IconShoppingCart,
  },
  { name: 'clients', label: 'resources.client', to: paths['clients.index'](), icon: IconBuilding },
  {
    name: 'packages',
    label: 'resources.package',
    to: paths['packages.index'](),
    icon: IconBox,
    group: 'menu.auxiliar',
  },
]

/** Reports, and what is for oneself. */
export const OWN: MenuEntry[] = [
  {
    name: 'reports_shipments',
    label: 'menu.reportsOf.shipments',
    to: paths['reports.shipments'](),
    icon: IconReport,
    group: 'menu.reports',
  },
  {
    name: 'reports_detailed_shipments',
    label: 'menu.reportsOf.detailed_shipments',
    to: paths['reports.detailed_shipments'](),
    icon: IconReportSearch,
    group: 'menu.reports',
  },
  {
    name: 'reports_shipments_lacc',
    label: 'menu.reportsOf.shipments_lacc',
    to: paths['reports.shipments_lacc'](),
    icon: IconMap2,
    group: 'menu.reports',
  },
  {
    name: 'reports_stocks',
    label: 'menu.reportsOf.stocks',
    to: paths['reports.stocks'](),
    icon: IconBuildingWarehouse,
    group: 'menu.reports',
  },
  {
    name: 'reports_detail_stock',
    label: 'menu.reportsOf.detail_stock',
    to: paths['reports.detail_stock'](),
    icon: IconArrowsExchange,
    group: 'menu.reports',
  },
  {
    name: 'reports_financial',
    label: 'menu.reportsOf.financial',
    to: paths['reports.financial'](),
    icon: IconReportMoney,
    group: 'menu.reports',
  },
  {
    name: 'reports_insurance',
    label: 'menu.reportsOf.insurance',
    to: paths['reports.insurance'](),
    icon: IconShieldCheck,
    group: 'menu.reports',
  },
  {
    name: 'reports_price_table',
    label: 'menu.reportsOf.price_table',
    to: paths['reports.price_table'](),
    icon: IconTable,
    group: 'menu.reports',
  },
  {
    name: 'report_schedules',
    label: 'resources.report_schedule',
    to: paths['reports.schedules'](),
    icon: IconCalendarRepeat,
    group: 'menu.reports',
  },
  {
    name: 'notifications',
    label: 'resources.notification',
    to: paths.notifications(),
    icon: IconBell,
  },
  { name: 'reviews', label: 'resources.review', to: paths['reviews.index'](), icon: IconStar },
  { name: 'my_account', label: 'resources.account', to: paths['my-account'](), icon: IconUserCircle },
  {
    name: 'support_tickets',
    label: 'resources.support_ticket',
    to: paths['supports.index'](),
    icon: IconLifebuoy,
  },
]
