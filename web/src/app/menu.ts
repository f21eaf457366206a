import {
  type Icon,
  IconAddressBook,
  IconArrowsExchange,
  IconBell,
  IconBox,
  IconBuilding,
  IconBuildingBank,
  IconBuildingCog,
  IconBuildingWarehouse,
  IconCalculator,
  IconCash,
  IconCircles,
  IconFileInvoice,
  IconGasStation,
  IconHeadset,
  IconHistory,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconMapPin,
  IconMapPins,
  IconMapSearch,
  IconMessage2Bolt,
  IconPackage,
  IconPlaneDeparture,
  IconReceiptTax,
  IconReportMedical,
  IconStack2,
  IconTable,
  IconTableShare,
  IconTags,
  IconToggleLeft,
  IconTruckDelivery,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { Profile, ProfileMenu } from '@/api/schema'
import { paths } from '@/context/paths'
import { hasPortal } from '@/context/session'

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
  /** Only for people from outside the company, or only for its own; for both when absent. */
  outside?: boolean
}

export type MenuGroup =
  | 'menu.finance'
  | 'menu.prices'
  | 'menu.records'
  | 'menu.support'
  | 'menu.access'
  | 'menu.company'

/** The side menu in its order, one row for each entry. */
const MENU: MenuEntry[] = [
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
  { name: 'shipments', label: 'resources.shipment', to: paths['shipments.index'](), icon: IconPackage },
  {
    name: 'calculator',
    label: 'menu.calculator',
    forClients: 'menu.price',
    to: paths.calculator(),
    icon: IconCalculator,
  },
  { name: 'tracking', label: 'menu.tracking', to: paths.tracking(), icon: IconMapSearch },
  {
    name: 'saved_addresses',
    label: 'resources.saved_address',
    to: paths['saved_addresses.index'](),
    icon: IconAddressBook,
  },
  { name: 'clients', label: 'resources.client', to: paths['clients.index'](), icon: IconBuilding },
  {
    name: 'wallets',
    label: 'resources.wallet',
    to: paths['wallets.index'](),
    icon: IconWallet,
    group: 'menu.finance',
    outside: false,
  },
  {
    name: 'wallets',
    label: 'menu.wallet',
    to: paths.wallet(),
    icon: IconWallet,
    group: 'menu.finance',
    outside: true,
  },
  {
    name: 'invoices',
    label: 'resources.invoice',
    to: paths['invoices.index'](),
    icon: IconFileInvoice,
    group: 'menu.finance',
  },
  {
    name: 'deposits',
    label: 'resources.deposit',
    to: paths['deposits.index'](),
    icon: IconCash,
    group: 'menu.finance',
  },
  {
    name: 'price_tables',
    label: 'resources.price_table',
    to: paths['price_tables.index'](),
    icon: IconTable,
    group: 'menu.prices',
  },
  {
    name: 'price_assignments',
    label: 'resources.price_assignment',
    to: paths['price_assignments.index'](),
    icon: IconTableShare,
    group: 'menu.prices',
  },
  {
    name: 'fuel_rates',
    label: 'resources.fuel_rate',
    to: paths['fuel_rates.index'](),
    icon: IconGasStation,
    group: 'menu.prices',
  },
  {
    name: 'client_groups',
    label: 'resources.client_group',
    to: paths['client_groups.index'](),
    icon: IconUsers,
    group: 'menu.records',
  },
  {
    name: 'packages',
    label: 'resources.package',
    to: paths['packages.index'](),
    icon: IconBox,
    group: 'menu.records',
  },
  {
    name: 'service_groups',
    label: 'resources.service_group',
    to: paths['service_groups.index'](),
    icon: IconStack2,
    group: 'menu.records',
  },
  {
    name: 'partners',
    label: 'resources.partner',
    to: paths['partners.index'](),
    icon: IconCircles,
    group: 'menu.records',
  },
  {
    name: 'providers',
    label: 'resources.provider',
    to: paths['providers.index'](),
    icon: IconTruckDelivery,
    group: 'menu.records',
  },
  {
    name: 'warehouses',
    label: 'resources.warehouse',
    to: paths['warehouses.index'](),
    icon: IconBuildingWarehouse,
    group: 'menu.records',
  },
  {
    name: 'advanced_posts',
    label: 'resources.advanced_post',
    to: paths['advanced_posts.index'](),
    icon: IconMapPins,
    group: 'menu.records',
  },
  {
    name: 'subsidiaries',
    label: 'resources.subsidiary',
    to: paths['subsidiaries.index'](),
    icon: IconMapPin,
    group: 'menu.records',
  },
  {
    name: 'banks',
    label: 'resources.bank',
    to: paths['banks.index'](),
    icon: IconBuildingBank,
    group: 'menu.records',
  },
  {
    name: 'countries',
    label: 'resources.country',
    to: paths['countries.index'](),
    icon: IconMapPins,
    group: 'menu.records',
  },
  {
    name: 'airports',
    label: 'resources.airport',
    to: paths['airports.index'](),
    icon: IconPlaneDeparture,
    group: 'menu.records',
  },
  {
    name: 'currencies',
    label: 'resources.currency',
    to: paths['currencies.index'](),
    icon: IconCash,
    group: 'menu.records',
  },
  {
    name: 'exchange_rates',
    label: 'resources.exchange_rate',
    to: paths['exchange_rates.index'](),
    icon: IconArrowsExchange,
    group: 'menu.records',
  },
  {
    name: 'tax_rules',
    label: 'resources.tax_rule',
    to: paths['tax_rules.index'](),
    icon: IconReceiptTax,
    group: 'menu.records',
  },
  {
    name: 'tracking_events',
    label: 'resources.tracking_event',
    to: paths['tracking_events.index'](),
    icon: IconListDetails,
    group: 'menu.records',
  },
  {
    name: 'regulatory_requests',
    label: 'resources.regulatory_request',
    to: paths['regulatory_requests.index'](),
    icon: IconReportMedical,
    group: 'menu.records',
  },
  {
    name: 'support_subjects',
    label: 'resources.support_subject',
    to: paths['support_subjects.index'](),
    icon: IconTags,
    group: 'menu.support',
  },
  {
    name: 'support_departments',
    label: 'resources.support_department',
    to: paths['support_departments.index'](),
    icon: IconHeadset,
    group: 'menu.support',
  },
  {
    name: 'support_templates',
    label: 'resources.support_template',
    to: paths['support_templates.index'](),
    icon: IconMessage2Bolt,
    group: 'menu.support',
  },
  {
    name: 'users',
    label: 'resources.user',
    to: paths['users.index'](),
    icon: IconUsersGroup,
    group: 'menu.access',
  },
  {
    name: 'profiles',
    label: 'resources.user_profile',
    to: paths['profiles.index'](),
    icon: IconUserShield,
    group: 'menu.access',
  },
  {
    name: 'tenant_settings',
    label: 'resources.tenant_setting',
    to: paths['tenant_settings.show'](),
    icon: IconBuildingCog,
    group: 'menu.company',
  },
  {
    name: 'feature_flags',
    label: 'resources.feature_flag',
    to: paths['feature_flags.index'](),
    icon: IconToggleLeft,
    group: 'menu.company',
  },
  {
    name: 'audit_log',
    label: 'resources.audit_entry',
    to: paths['audit.index'](),
    icon: IconHistory,
    group: 'menu.company',
  },
  {
    name: 'notifications',
    label: 'resources.notification',
    to: paths.notifications(),
    icon: IconBell,
  },
  { name: 'my_account', label: 'resources.account', to: paths['my-account'](), icon: IconUserCircle },
  {
    name: 'support_tickets',
    label: 'resources.support_ticket',
    to: paths['supports.index'](),
    icon: IconLifebuoy,
  },
]

type Reader = Pick<Profile, 'menu' | 'user_type' | 'is_outside'>

/** The entries of a user, in the words of a client for a client. */
export function menuFor(reader: Reader): MenuEntry[] {
  const entries = MENU.filter(
    ({ name, outside }) => reader.menu[name] && (outside ?? reader.is_outside) === reader.is_outside,
  )
  if (!hasPortal(reader)) return entries
  return entries.map((entry) => ({ ...entry, label: entry.forClients ?? entry.label }))
}

/** Entries that stand together; a heading for a single one would say nothing. */
export type MenuSection = { group: MenuGroup | undefined; entries: MenuEntry[] }

export function menuSections(reader: Reader): MenuSection[] {
  const sections: MenuSection[] = []
  for (const entry of menuFor(reader)) {
    const last = sections.at(-1)
    if (last && last.group === entry.group) last.entries.push(entry)
    else sections.push({ group: entry.group, entries: [entry] })
  }
  return sections.map(({ group, entries }) => ({ group: entries.length > 1 ? group : undefined, entries }))
}
