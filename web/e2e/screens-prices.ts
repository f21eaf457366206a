import { cellAt, smallDraft } from './prices'
import { type Screen, title } from './screen'

/** Screens of price tables, assignments and fuel rates. */
export const PRICE_SCREENS: Record<string, Screen> = {
  'price tables': { who: 'admin', path: '/price-tables', shows: title('Price tables') },
  'new price table': {
    who: 'admin',
    path: '/price-tables/new',
    shows: (page) => page.getByRole('textbox', { name: 'Code' }),
  },
  'versions of a price table': {
    who: 'admin',
    path: async (page) => `/price-tables/${(await smallDraft(page)).table}`,
    shows: (page) => page.getByRole('article').first(),
  },
  'prices of a version': {
    who: 'admin',
    path: async (page) => (await smallDraft(page)).path,
    shows: (page) => cellAt(page, 2, 1),
  },
  'zones of a version': {
    who: 'admin',
    path: async (page) => `${(await smallDraft(page)).path}/zones`,
    shows: (page) => page.getByRole('textbox', { name: 'Code' }),
  },
  'surcharges of a version': {
    who: 'admin',
    path: async (page) => `${(await smallDraft(page)).path}/surcharges`,
    shows: (page) => page.getByRole('button', { name: 'Add surcharge' }),
  },
  'rules of a version': {
    who: 'admin',
    path: async (page) => `${(await smallDraft(page)).path}/rules`,
    shows: (page) => page.getByRole('group', { name: 'Weighing' }),
  },
  'check of a version': {
    who: 'admin',
    path: async (page) => `${(await smallDraft(page)).path}/check`,
    shows: (page) => page.getByRole('list', { name: 'Findings' }),
  },
  'files of a version': {
    who: 'admin',
    path: async (page) => `${(await smallDraft(page)).path}/files`,
    shows: (page) => page.getByRole('group', { name: 'Import', exact: true }),
  },
  'price simulation': {
    who: 'admin',
    path: async (page) => `/price-tables/${(await smallDraft(page)).table}/simulate`,
    shows: (page) => page.getByRole('button', { name: 'Calculate price' }),
  },
  'comparison of price versions': {
    who: 'admin',
    path: async (page) => `/price-tables/${(await smallDraft(page)).table}/compare`,
    shows: (page) => page.getByText('Choose two versions'),
  },
  'price assignments': { who: 'admin', path: '/price-assignments', shows: title('Price assignments') },
  'new price assignment': {
    who: 'admin',
    path: '/price-assignments/new',
    shows: (page) => page.getByRole('group', { name: 'For whom' }),
  },
  'fuel rates': { who: 'admin', path: '/fuel-rates', shows: title('Fuel rates') },
  'new fuel rate': {
    who: 'admin',
    path: '/fuel-rates/new',
    shows: (page) => page.getByRole('group', { name: 'Rate' }),
  },
}
