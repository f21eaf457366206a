import {
  type Icon,
  IconAddressBook,
  IconBox,
  IconBuildingBank,
  IconBuildingCog,
  IconCircles,
  IconHistory,
  IconMapPin,
  IconMapSearch,
  IconPackage,
  IconToggleLeft,
  IconUserCircle,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { ProfileMenu } from '@/api/schema'
import { paths } from './paths'

export type MenuEntry = {
  /** Its row in `policy/src/menu.rs`: `/profile` has it for those users who get it. */
  name: keyof ProfileMenu
  /** Key of its text: the plural of its records, where it has any. */
  label: Extract<ParseKeys<'shell'>, `menu.${string}` | `resources.${string}`>
  to: string
  icon: Icon
  /** Stands under this heading; the entries of one stand together. */
  group?: 'menu.auxiliar' | 'menu.administration'
  /** A line before it: the daily work ends there. */
  divided?: boolean
}

/** The side menu in its order, one row for each entry. */
const MENU: MenuEntry[] = [
  { name: 'shipments', label: 'resources.shipment', to: paths['shipments.index'](), icon: IconPackage },
  { name: 'tracking', label: 'menu.tracking', to: paths.tracking(), icon: IconMapSearch },
  {
    name: 'saved_addresses',
    label: 'resources.saved_address',
    to: paths['saved_addresses.index'](),
    icon: IconAddressBook,
  },
  {
    name: 'packages',
    label: 'resources.package',
    to: paths['packages.index'](),
    icon: IconBox,
    group: 'menu.auxiliar',
  },
  {
    name: 'my_account',
    label: 'resources.account',
    to: paths['my-account'](),
    icon: IconUserCircle,
    divided: true,
  },
  {
    name: 'subsidiaries',
    label: 'resources.subsidiary',
    to: paths['subsidiaries.index'](),
    icon: IconMapPin,
    group: 'menu.administration',
  },
  {
    name: 'partners',
    label: 'resources.partner',
    to: paths['partners.index'](),
    icon: IconCircles,
    group: 'menu.administration',
  },
  {
    name: 'banks',
    label: 'resources.bank',
    to: paths['banks.index'](),
    icon: IconBuildingBank,
    group: 'menu.administration',
  },
  {
    name: 'users',
    label: 'resources.user',
    to: paths['users.index'](),
    icon: IconUsersGroup,
    group: 'menu.administration',
  },
  {
    name: 'profiles',
    label: 'resources.user_profile',
    to: paths['profiles.index'](),
    icon: IconUserShield,
    group: 'menu.administration',
  },
  {
    name: 'tenant_settings',
    label: 'resources.tenant_setting',
    to: paths['tenant_settings.show'](),
    icon: IconBuildingCog,
    group: 'menu.administration',
  },
  {
    name: 'feature_flags',
    label: 'resources.feature_flag',
    to: paths['feature_flags.index'](),
    icon: IconToggleLeft,
    group: 'menu.administration',
  },
  {
    name: 'audit_log',
    label: 'resources.audit_entry',
    to: paths['audit.index'](),
    icon: IconHistory,
    group: 'menu.administration',
  },
]

export const menuFor = (menu: ProfileMenu) => MENU.filter(({ name }) => menu[name])

/** Where somebody lands who asked for nothing in particular, if there is anything for them. */
export const firstPage = (menu: ProfileMenu) => menuFor(menu)[0]?.to
