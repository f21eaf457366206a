import type { Page } from '@playwright/test'
import { type Screen, title } from './screen'
import { call } from './support'

type Listed = { data: { id: string }[] }

/** A waybill of the seed. */
async function aWaybill(page: Page, query = '') {
  return (await call<Listed>(page, 'GET', `/mawbs?sort=created_at${query}`)).data[0]?.id
}

/** Screens of bags, air waybills and manifests. */
export const CONSOLIDATION_SCREENS: Record<string, Screen> = {
  bags: { who: 'staff', path: '/bags', shows: title(/^Bags$|^Malotes$|^Sacas$|^货袋$/) },
  'new bag': { who: 'staff', path: '/bags/new', shows: (page) => page.locator('fieldset').last() },
  'a bag': {
    who: 'staff',
    path: async (page) => {
      type Bags = { data: { id: string }[] }
      return `/bags/${(await call<Bags>(page, 'GET', '/bags?stage=open')).data[0]?.id}`
    },
    shows: (page) => page.getByRole('heading', { level: 1, name: /-B-/ }),
  },
  manifests: {
    who: 'staff',
    path: '/manifests',
    shows: title(/^Manifests$|^Manifestos$|^Manifiestos$|^舱单$/),
  },
  'new manifest': {
    who: 'staff',
    path: '/manifests/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a manifest': {
    who: 'staff',
    path: async (page) => {
      type Manifests = { data: { id: string }[] }
      return `/manifests/${(await call<Manifests>(page, 'GET', '/manifests')).data[0]?.id}`
    },
    shows: (page) => page.getByRole('heading', { level: 1, name: /-M-/ }),
  },
  mawbs: {
    who: 'staff',
    path: '/mawbs',
    shows: title(/^Air waybills|^Conhecimentos aéreos|^Guías aéreas|^主运单$/),
  },
  'new mawb': { who: 'staff', path: '/mawbs/new', shows: (page) => page.locator('fieldset').last() },
  'a mawb': {
    who: 'staff',
    path: async (page) => `/mawbs/${await aWaybill(page)}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /\d{3}-\d{8}/ }),
  },
  'a mawb to be filled': {
    who: 'staff',
    path: async (page) => `/mawbs/${await aWaybill(page, '&stage=draft')}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /\d{3}-\d{8}/ }),
  },
  'amending a mawb': {
    who: 'staff',
    path: async (page) => `/mawbs/${await aWaybill(page, '&stage=issued')}/amend`,
    shows: (page) => page.locator('fieldset').last(),
  },
  'messages of airlines': {
    who: 'staff',
    path: '/mawbs/messages',
    shows: title(
      /^Messages of airlines$|^Mensagens das companhias aéreas$|^Mensajes de aerolíneas$|^航空公司报文$/,
    ),
  },
  masters: { who: 'staff', path: '/mawbs/masters', shows: title(/^CN38/) },
  'new master': {
    who: 'staff',
    path: '/mawbs/masters/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a master': {
    who: 'staff',
    path: async (page) => `/mawbs/masters/${(await call<Listed>(page, 'GET', '/masters')).data[0]?.id}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /-T-/ }),
  },
  'break-bags': {
    who: 'staff',
    path: '/mawbs/break-bags',
    shows: title(/^Break-bag$|^Desconsolidação$|^Desconsolidación$|^拆袋$/),
  },
  'a break-bag': {
    who: 'staff',
    path: async (page) => `/mawbs/break-bags/${(await call<Listed>(page, 'GET', '/break-bags')).data[0]?.id}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /-T-/ }),
  },
  'ranges of mawbs': {
    who: 'staff',
    path: '/mawbs/ranges',
    shows: title(/^AWB number ranges$|^Faixas de números de AWB$|^Rangos de números de AWB$|^主运单号段$/),
  },
}
