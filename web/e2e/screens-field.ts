import { createRun, planDelivery, startRun } from './delivering'
import { requestedPickup, startPickupRun } from './pickups'
import { type Screen, title } from './screen'

/** Screens of deliveries, runs and drivers. */
export const FIELD_SCREENS: Record<string, Screen> = {
  deliveries: {
    who: 'staff',
    path: '/shipment-deliveries?status=all',
    shows: title(/^Deliveries$|^Entregas$|^派送$/),
  },
  'new deliveries': {
    who: 'staff',
    path: '/shipment-deliveries/new',
    shows: title(/^New deliveries$|^Novas entregas$|^Nuevas entregas$|^新建派送$/),
  },
  'a delivery': {
    who: 'staff',
    path: async (page) => `/shipment-deliveries/${(await planDelivery(page)).id}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /D-/ }),
  },
  'delivery to change': {
    who: 'staff',
    path: async (page) => `/shipment-deliveries/${(await planDelivery(page)).id}/edit`,
    shows: (page) => page.locator('fieldset').last(),
  },
  'choice of a recipient by a link that is over': {
    path: '/delivery/a-token',
    shows: (page) => page.getByRole('alert'),
  },
  'cash on delivery': {
    who: 'staff',
    path: '/cash-handovers',
    shows: title(/^Cash on delivery$|^Cobrança na entrega$|^Cobro contra entrega$|^货到付款$/),
  },
  runs: { who: 'staff', path: '/routes', shows: title(/^Runs$|^Rotas$|^Rutas$|^派送路线$/) },
  'new run': { who: 'staff', path: '/routes/new', shows: (page) => page.locator('fieldset').last() },
  'a run': {
    who: 'staff',
    path: async (page) => `/routes/${(await createRun(page, [(await planDelivery(page)).id])).id}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /R-/ }),
  },
  'loading of a run': {
    who: 'staff',
    path: async (page) => `/routes/${(await createRun(page, [(await planDelivery(page)).id])).id}/load`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /R-/ }),
  },
  'my runs': {
    who: 'staff',
    path: async (page) => {
      await startRun(page, [await planDelivery(page)])
      return '/field'
    },
    shows: title(/^My runs$|^Minhas rotas$|^Mis rutas$|^我的路线$/),
  },
  'a stop': {
    who: 'staff',
    path: async (page) => {
      const run = await startRun(page, [await planDelivery(page)])
      return `/field/stops/${run.stops[0]?.id}`
    },
    shows: (page) => page.getByRole('heading', { level: 1, name: /^Ana/ }),
  },
  'a pickup of my run': {
    who: 'admin',
    where: 'atlantico',
    path: async (page) => {
      const { pickup } = await requestedPickup(page)
      return `/field/stops/${(await startPickupRun(page, pickup.id)).pickups[0]?.id}`
    },
    shows: (page) => page.getByRole('heading', { level: 1, name: /^Ipê Livros/ }),
  },
}
