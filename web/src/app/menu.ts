import {
  type Icon,
  IconBox,
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
import type { ProfileMenu } from '@/api/schema'
import { paths } from './paths'

export type MenuEntry = {
  /** The flag of `/profile` that lets this user see it. */
  flag: keyof ProfileMenu
  /** Key of its label in the namespace `shell`. */
  label:
    | 'menu.shipments'
    | 'menu.tracking'
    | 'menu.myAccount'
    | 'menu.packages'
    | 'menu.settings'
    | 'menu.subsidiaries'
    | 'menu.partners'
    | 'menu.users'
    | 'menu.profiles'
    | 'menu.featureFlags'
    | 'menu.audit'
  to: string
  icon: Icon
  /** Stands under this heading; the entries of one stand together. */
  group?: 'menu.auxiliar' | 'menu.administration'
  /** A line before it: the daily work ends there. */
  divided?: boolean
}

/** The side menu, in its order. An entry stands here once its screen exists. */
const MENU: MenuEntry[] = [
  { flag: 'shipments', label: 'menu.shipments', to: paths['shipments.index'](), icon: IconPackage },
  { flag: 'tracking', label: 'menu.tracking', to: paths.tracking(), icon: IconMapSearch },
  {
    flag: 'packages',
    label: 'menu.packages',
    to: paths['packages.index'](),
    icon: IconBox,
    group: 'menu.auxiliar',
  },
  {
    flag: 'my_account',
    label: 'menu.myAccount',
    to: paths['my-account'](),
    icon: IconUserCircle,
    divided: true,
  },
  {
    flag: 'subsidiaries',
    label: 'menu.subsidiaries',
    to: paths['subsidiaries.index'](),
    icon: IconMapPin,
    group: 'menu.administration',
  },
  {
    flag: 'partners',
    label: 'menu.partners',
    to: paths['partners.index'](),
    icon: IconCircles,
    group: 'menu.administration',
  },
  {
    flag: 'users',
    label: 'menu.users',
    to: paths['users.index'](),
    icon: IconUsersGroup,
    group: 'menu.administration',
  },
  {
    flag: 'profiles',
    label: 'menu.profiles',
    to: paths['profiles.index'](),
    icon: IconUserShield,
    group: 'menu.administration',
  },
  {
    flag: 'tenant_settings',
    label: 'menu.settings',
    to: paths['tenant_settings.show'](),
    icon: IconBuildingCog,
    group: 'menu.administration',
  },
  {
    flag: 'feature_flags',
    label: 'menu.featureFlags',
    to: paths['feature_flags.index'](),
    icon: IconToggleLeft,
    group: 'menu.administration',
  },
  {
    flag: 'audit_log',
    label: 'menu.audit',
    to: paths['audit.index'](),
    icon: IconHistory,
    group: 'menu.administration',
  },
]

export const menuFor = (flags: ProfileMenu) => MENU.filter(({ flag }) => flags[flag])

/** Where somebody lands who asked for nothing in particular, if there is anything for them. */
export const firstPage = (flags: ProfileMenu) => menuFor(flags)[0]?.to
