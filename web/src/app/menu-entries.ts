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
  IconFileDescription,
  IconFileInvoice,
  IconFiles,
  IconGasStation,
  IconHeadset,
  IconHistory,
  IconLanguage,
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
  IconRoute,
  IconScale,
  IconStack2,
  IconSteeringWheel,
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

export type MenuGroup = 'menu.auxiliar' | 'menu.finance' | 'menu.prices' | 'menu.administration'

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
  {
    name: 'deliveries',
    label: 'resources.delivery',
    to: paths['deliveries.index'](),
    icon: IconTruckDelivery,
  },
  { name: 'shipments', label: 'resources.shipment', to: paths['shipments.index'](), icon: IconPackage },
  { name: 'tracking', label: 'menu.tracking', to: paths.tracking(), icon: IconMapSearch },
  { name: 'receiving', label: 'resources.receiving', to: paths.receiving(), icon: IconScale },
  { name: 'routes', label: 'resources.route', to: paths['routes.index'](), icon: IconRoute },
  { name: 'field', label: 'menu.field', to: paths.field(), icon: IconSteeringWheel },
  { name: 'clients', label: 'resources.client', to: paths['clients.index'](), icon: IconBuilding },
  {
    name: 'packages',
    label: 'resources.package',
    to: paths['packages.index'](),
    icon: IconBox,
    group: 'menu.auxiliar',
  },
]

/** What is for oneself. */
export const OWN: MenuEntry[] = [
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

/** Help for the work, money, and what the company is set up with. */
export const OFFICE: MenuEntry[] = [
  {
    name: 'calculator',
    label: 'menu.calculator',
    forClients: 'menu.price',
    to: paths.calculator(),
    icon: IconCalculator,
  },
  {
    name: 'saved_addresses',
    label: 'resources.saved_address',
    to: paths['saved_addresses.index'](),
    icon: IconAddressBook,
  },
  {
    name: 'quotes',
    label: 'resources.quote',
    to: paths['quotes.index'](),
    icon: IconFileDescription,
  },
  {
    name: 'wallets',
    label: 'resources.wallet',
    to: paths['wallets.index'](),
    icon: IconWallet,
    outside: false,
    group: 'menu.finance',
  },
  {
    name: 'wallets',
    label: 'menu.wallet',
    to: paths.wallet(),
    icon: IconWallet,
    outside: true,
    group: 'menu.finance',
  },
  {
    name: 'invoices',
    label: 'resources.invoice',
    to: paths['invoices.index'](),
    icon: IconFileInvoice,
    group: 'menu.finance',
  },
  {
    name: 'documents',
    label: 'menu.documents',
    to: paths.documents(),
    icon: IconFiles,
    outside: true,
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
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'service_groups',
    label: 'resources.service_group',
    to: paths['service_groups.index'](),
    icon: IconStack2,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'partners',
    label: 'resources.partner',
    to: paths['partners.index'](),
    icon: IconCircles,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'providers',
    label: 'resources.provider',
    to: paths['providers.index'](),
    icon: IconTruckDelivery,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'warehouses',
    label: 'resources.warehouse',
    to: paths['warehouses.index'](),
    icon: IconBuildingWarehouse,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'advanced_posts',
    label: 'resources.advanced_post',
    to: paths['advanced_posts.index'](),
    icon: IconMapPins,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'subsidiaries',
    label: 'resources.subsidiary',
    to: paths['subsidiaries.index'](),
    icon: IconMapPin,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'banks',
    label: 'resources.bank',
    to: paths['banks.index'](),
    icon: IconBuildingBank,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'countries',
    label: 'resources.country',
    to: paths['countries.index'](),
    icon: IconMapPins,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'airports',
    label: 'resources.airport',
    to: paths['airports.index'](),
    icon: IconPlaneDeparture,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'currencies',
    label: 'resources.currency',
    to: paths['currencies.index'](),
    icon: IconCash,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'locales',
    label: 'resources.offered_locale',
    to: paths['locales.index'](),
    icon: IconLanguage,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'exchange_rates',
    label: 'resources.exchange_rate',
    to: paths['exchange_rates.index'](),
    icon: IconArrowsExchange,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'tax_rules',
    label: 'resources.tax_rule',
    to: paths['tax_rules.index'](),
    icon: IconReceiptTax,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'tracking_events',
    label: 'resources.tracking_event',
    to: paths['tracking_events.index'](),
    icon: IconListDetails,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'regulatory_requests',
    label: 'resources.regulatory_request',
    to: paths['regulatory_requests.index'](),
    icon: IconReportMedical,
    group: 'menu.administration',
    section: 'menu.records',
  },
  {
    name: 'support_subjects',
    label: 'resources.support_subject',
    to: paths['support_subjects.index'](),
    icon: IconTags,
    group: 'menu.administration',
    section: 'menu.support',
  },
  {
    name: 'support_departments',
    label: 'resources.support_department',
    to: paths['support_departments.index'](),
    icon: IconHeadset,
    group: 'menu.administration',
    section: 'menu.support',
  },
  {
    name: 'support_templates',
    label: 'resources.support_template',
    to: paths['support_templates.index'](),
    icon: IconMessage2Bolt,
    group: 'menu.administration',
    section: 'menu.support',
  },
  {
    name: 'users',
    label: 'resources.user',
    to: paths['users.index'](),
    icon: IconUsersGroup,
    group: 'menu.administration',
    section: 'menu.access',
  },
  {
    name: 'profiles',
    label: 'resources.user_profile',
    to: paths['profiles.index'](),
    icon: IconUserShield,
    group: 'menu.administration',
    section: 'menu.access',
  },
  {
    name: 'tenant_settings',
    label: 'resources.tenant_setting',
    to: paths['tenant_settings.show'](),
    icon: IconBuildingCog,
    group: 'menu.administration',
    section: 'menu.company',
  },
  {
    name: 'feature_flags',
    label: 'resources.feature_flag',
    to: paths['feature_flags.index'](),
    icon: IconToggleLeft,
    group: 'menu.administration',
    section: 'menu.company',
  },
  {
    name: 'audit_log',
    label: 'resources.audit_entry',
    to: paths['audit.index'](),
    icon: IconHistory,
    group: 'menu.administration',
    section: 'menu.company',
  },
]
