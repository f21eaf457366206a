import {
  IconCash,
  IconCoins,
  IconFileInvoice,
  IconFiles,
  IconFolders,
  IconShieldQuestion,
  IconUserPlus,
  IconWallet,
} from '@tabler/icons-react'
import { paths } from '@/context/paths'
import type { MenuEntry } from './menu-entries'

/** Wallets, invoices, and what clients and the company owe each other. */
export const MONEY: MenuEntry[] = [
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
    name: 'indications',
    label: 'resources.indication',
    to: paths['indications.index'](),
    icon: IconUserPlus,
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
    name: 'uploads',
    label: 'menu.files',
    to: paths['uploads.index'](),
    icon: IconFolders,
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
    name: 'claims',
    label: 'resources.claim',
    to: paths['claims.index'](),
    icon: IconShieldQuestion,
    group: 'menu.finance',
  },
  {
    name: 'cod_payouts',
    label: 'resources.cod_payout',
    to: paths['cod_payouts.index'](),
    icon: IconCoins,
    group: 'menu.finance',
  },
]
