import { type Screen, title } from './screen'
import { seededClient, seededPartner, seededService } from './seeds'

/** Screens of parties, of the catalogue and of taxes. */
export const RECORD_SCREENS: Record<string, Screen> = {
  providers: { who: 'admin', path: '/providers', shows: title(/Providers|Fornecedores|Proveedores|承运商/) },
  'new provider': {
    who: 'admin',
    path: '/providers/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  warehouses: { who: 'admin', path: '/warehouses', shows: title(/Warehouses|Armazéns|Almacenes|仓库/) },
  'new warehouse': {
    who: 'admin',
    path: '/warehouses/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  'service groups': {
    who: 'admin',
    path: '/service-groups',
    shows: title(/Service groups|Grupos de servi|服务分组/),
  },
  'new service group': {
    who: 'admin',
    path: '/service-groups/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'documents of parties': {
    who: 'staff',
    path: '/party-documents',
    shows: title(/^Documents$|^Documentos$|^资质文件$/),
  },
  'documents of shipments': {
    who: 'staff',
    path: '/party-documents/shipments',
    shows: title(/^Documents$|^Documentos$|^资质文件$/),
  },
  'types of documents': {
    who: 'admin',
    path: '/party-documents/types',
    shows: title(/^Document types$|^Tipos de documentos$|^文件类型$/),
  },
  'new type of documents': {
    who: 'admin',
    path: '/party-documents/types/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  countries: { who: 'admin', path: '/countries', shows: (page) => page.locator('[data-row]').last() },
  'a country': { who: 'admin', path: '/countries/DE', shows: (page) => page.locator('fieldset').last() },
  airports: { who: 'admin', path: '/airports', shows: (page) => page.locator('[data-row]').last() },
  'a new airport': { who: 'admin', path: '/airports/new', shows: (page) => page.locator('fieldset').last() },
  'an airport': { who: 'admin', path: '/airports/GRU', shows: (page) => page.locator('fieldset').last() },
  currencies: { who: 'admin', path: '/currencies', shows: (page) => page.locator('[data-row]').last() },
  'a currency': { who: 'admin', path: '/currencies/USD', shows: (page) => page.locator('fieldset').last() },
  locales: { who: 'admin', path: '/locales', shows: (page) => page.locator('[data-row]').last() },
  'a locale': { who: 'admin', path: '/locales/es', shows: (page) => page.locator('fieldset').last() },
  'exchange rates': {
    who: 'admin',
    path: '/exchange-rates',
    shows: title(/Exchange rates|Taxas de câmbio|Tipos de cambio|汇率/),
  },
  'new exchange rate': {
    who: 'admin',
    path: '/exchange-rates/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'tax rules': { who: 'admin', path: '/tax-rules', shows: (page) => page.locator('[data-row]').last() },
  'a tax rule': {
    who: 'admin',
    path: '/tax-rules/br-ii-programme-2026-high',
    shows: (page) => page.locator('fieldset').last(),
  },
  'new tax rule': { who: 'admin', path: '/tax-rules/new', shows: (page) => page.locator('fieldset').last() },
  'next tax rule': {
    who: 'admin',
    path: '/tax-rules/new?after=br-ii-programme-2026-high',
    shows: (page) => page.locator('fieldset').last(),
  },
  'taxes of a parcel': {
    who: 'admin',
    path: '/tax-rules/try',
    open: async (page) => {
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    },
    shows: (page) => page.getByRole('alert'),
  },
  'tracking events': {
    who: 'admin',
    path: '/tracking-events',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new tracking event': {
    who: 'admin',
    path: '/tracking-events/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'drop-off posts': {
    who: 'admin',
    path: '/advanced-posts',
    shows: title(/Drop-off points|Postos avançados|Puntos de recepción|寄件点/),
  },
  'new drop-off post': {
    who: 'admin',
    path: '/advanced-posts/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  services: { who: 'admin', path: '/services', shows: (page) => page.locator('[data-row]').last() },
  'a service': {
    who: 'admin',
    path: async (page) => `/services/${await seededService(page)}`,
    shows: (page) => page.locator('form'),
  },
  clients: { who: 'admin', path: '/clients', shows: (page) => page.locator('[data-row]').last() },
  'new client': {
    who: 'admin',
    path: '/clients/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  'a client': {
    who: 'admin',
    path: async (page) => `/clients/${await seededClient(page)}`,
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  'client groups': {
    who: 'admin',
    path: '/client-groups',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new client group': {
    who: 'admin',
    path: '/client-groups/new',
    shows: (page) => page.getByRole('group', { name: 'Group' }),
  },
  partners: { who: 'admin', path: '/partners', shows: (page) => page.locator('[data-row]').last() },
  'new partner': {
    who: 'admin',
    path: '/partners/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  'a partner': {
    who: 'admin',
    path: async (page) => `/partners/${await seededPartner(page)}`,
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
}
