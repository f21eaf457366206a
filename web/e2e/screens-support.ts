import type { Page } from '@playwright/test'
import { requestedPickup } from './pickups'
import { type Screen, title } from './screen'
import { requested, seededTicket } from './seeds'
import { call } from './support'

/** It stays open when the page is loaded again. */
async function openMessenger(page: Page) {
  const button = page.getByRole('button', { name: /^Messages, / })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

type Found = { data: { id: string }[] }

const first = async (page: Page, list: string) => (await call<Found>(page, 'GET', list)).data[0]?.id

/** Screens of tickets, questions and answers, regulatory requests and the messenger. */
export const SUPPORT_SCREENS: Record<string, Screen> = {
  tickets: {
    who: 'staff',
    path: '/supports?status=all',
    shows: title('Support'),
  },
  'waiting e-mails': {
    who: 'staff',
    path: '/supports/mails',
    shows: title('E-mails to review'),
  },
  'board of tickets': {
    who: 'staff',
    path: async (page) => {
      await seededTicket(page)
      return '/supports/board?whose=all'
    },
    shows: (page) => page.getByRole('main').getByRole('article').first(),
  },
  'ticket subjects': {
    who: 'admin',
    path: '/support-subjects',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new ticket subject': {
    who: 'admin',
    path: '/support-subjects/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  departments: { who: 'admin', path: '/support-departments', shows: title('Departments') },
  'new department': {
    who: 'admin',
    path: '/support-departments/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'reply templates': { who: 'admin', path: '/support-templates', shows: title('Reply templates') },
  'new reply template': {
    who: 'admin',
    path: '/support-templates/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'questions and answers': {
    who: 'admin',
    path: '/faq-questions',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new question': {
    who: 'admin',
    path: '/faq-questions/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a question': {
    who: 'admin',
    path: async (page) => `/faq-questions/${await first(page, '/faq-questions')}`,
    shows: (page) => page.locator('fieldset').last(),
  },
  'groups of questions': {
    who: 'admin',
    path: '/faq-groups',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new group of questions': {
    who: 'admin',
    path: '/faq-groups/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'questions and answers of a client': {
    who: 'client',
    path: '/faq',
    shows: (page) => page.getByRole('main').getByRole('button', { expanded: false }).last(),
  },
  'shared files': {
    who: 'staff',
    path: '/uploads',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new shared file': {
    who: 'staff',
    path: '/uploads',
    open: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Send file$|^Enviar a|^上传文件$/ })
        .click(),
    shows: (page) => page.getByRole('dialog').locator('fieldset').last(),
  },
  'shared files of a client': {
    who: 'client',
    path: '/uploads',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'virtual tour': {
    who: 'staff',
    path: '/virtual-tour',
    shows: title(/^Virtual tour$|^Tour virtual$|^Recorrido virtual$|^功能导览$/),
  },
  'virtual tour of a client': {
    who: 'client',
    path: '/virtual-tour',
    shows: title(/^Virtual tour$|^Tour virtual$|^Recorrido virtual$|^功能导览$/),
  },
  reviews: {
    who: 'staff',
    path: '/reviews',
    shows: title(/^Reviews$|^Avaliações$|^Valoraciones$|^评价$/),
  },
  'own reviews': {
    who: 'client',
    path: '/reviews',
    shows: title(/^Reviews$|^Avaliações$|^Valoraciones$|^评价$/),
  },
  'a review': {
    who: 'staff',
    path: async (page) => `/reviews/${await first(page, '/reviews')}`,
    shows: (page) => page.locator('section').last(),
  },
  indications: {
    who: 'staff',
    path: '/indications',
    shows: title(/^Indications$|^Indicações$|^Recomendaciones$|^推荐$/),
  },
  'own indications': {
    who: 'client',
    path: '/indications',
    open: (page) => page.getByRole('main').getByRole('button').first().click(),
    shows: (page) => page.getByText('referral_code='),
  },
  'new ticket': {
    who: 'client',
    path: '/supports/new',
    shows: title('New ticket'),
  },
  'a ticket': {
    who: 'staff',
    path: seededTicket,
    shows: (page) => page.getByRole('main').getByRole('article').first(),
  },
  'regulatory requests': {
    who: 'staff',
    path: '/regulatory-requests',
    shows: title(/Regulatory requests|ANVISA|sanitarias|卫生/),
  },
  'a regulatory request': {
    who: 'staff',
    path: async (page) => `/regulatory-requests/${await requested(page)}`,
    shows: (page) => page.locator('fieldset').last(),
  },
  'weight checks': {
    who: 'staff',
    path: '/reweighs?status=all',
    shows: title(/^Weight checks$|^Conferências de peso$|^Verificaciones de peso$|^重量复核$/),
  },
  receiving: {
    who: 'staff',
    path: '/receiving',
    shows: title(/^Receiving$|^Recebimento$|^Recepción$|^收货$/),
  },
  pickups: {
    who: 'staff',
    path: '/shipment-pickups',
    shows: title(/^Pickups$|^Coletas$|^Recolecciones$|^揽收$/),
  },
  'new pickup': {
    who: 'client',
    path: '/shipment-pickups/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'a pickup': {
    who: 'admin',
    where: 'atlantico',
    path: async (page) => `/shipment-pickups/${(await requestedPickup(page)).pickup.id}`,
    shows: (page) => page.locator('section').last(),
  },
  'parcels of clients': {
    who: 'staff',
    path: '/inbound-parcels',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'own parcels': {
    who: 'client',
    path: '/inbound-parcels',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'a parcel of a client': {
    who: 'client',
    path: async (page) => {
      const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/inbound-parcels')
      return `/inbound-parcels/${data[0]?.id}`
    },
    shows: (page) => page.locator('section').last(),
  },
  'shipment requests': {
    who: 'staff',
    path: '/repacks',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'a shipment request': {
    who: 'client',
    path: async (page) => {
      const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/repacks')
      return `/repacks/${data[0]?.id}`
    },
    shows: (page) => page.locator('section').last().getByRole('listitem').last(),
  },
  'parcel to announce': {
    who: 'client',
    path: '/inbound-parcels/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  messenger: {
    who: 'staff',
    path: '/tracking',
    open: openMessenger,
    shows: (page) => page.getByRole('list', { name: 'Conversations' }).getByRole('button').first(),
  },
  'new room': {
    who: 'admin',
    path: '/tracking',
    open: async (page) => {
      await openMessenger(page)
      await page.getByRole('button', { name: 'New chat or group' }).click()
    },
    shows: (page) => page.getByRole('form', { name: 'New chat or group' }).getByRole('checkbox').first(),
  },
}
