import { type Screen, title } from './screen'
import { call } from './support'

/** Screens of bags and manifests. */
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
}
