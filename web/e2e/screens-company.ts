import { dialog, type Screen, title } from './screen'
import { aProfile, aWebhook, seededBranch, seededUser } from './seeds'
import { call } from './support'

/** Screens of the company: settings, users, profiles, branches and the audit log. */
export const COMPANY_SCREENS: Record<string, Screen> = {
  'company settings': {
    who: 'admin',
    path: '/settings',
    shows: (page) => page.getByRole('button', { name: 'Save settings' }),
  },
  'addresses of the company': {
    who: 'admin',
    path: async (page) => {
      // It may stand there already.
      await call(page, 'POST', '/domains', { host: 'shipments.example.com' }).catch(() => undefined)
      return '/settings/domains'
    },
    shows: (page) => page.getByRole('button', { name: 'Check now: shipments.example.com' }),
  },
  'new address of the company': {
    who: 'admin',
    path: '/settings/domains',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add domain' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('alert'),
  },
  'logos of the company': {
    who: 'admin',
    path: '/settings/logo',
    shows: (page) => page.getByRole('group', { name: 'Square icon' }),
  },
  'rules of the company': {
    who: 'admin',
    path: '/settings/rules',
    shows: (page) => page.getByRole('button', { name: 'Save settings' }),
  },
  'e-mails of the company': {
    who: 'admin',
    path: '/settings/emails',
    shows: (page) => page.getByRole('button', { name: 'Send test e-mail' }),
  },
  'text of a tracking e-mail': {
    who: 'admin',
    path: '/settings/emails',
    open: (page) => page.getByRole('button', { name: 'Edit “Departed”' }).click(),
    shows: (page) => page.getByRole('dialog', { name: 'Departed' }).getByText('RM123456785BR: Departed'),
  },
  'export of a list': {
    who: 'admin',
    path: '/partners',
    open: (page) => page.getByRole('button', { name: 'Export', exact: true }).click(),
    shows: (page) => page.getByRole('dialog').getByRole('radio', { name: 'CSV' }),
  },
  integrations: {
    who: 'staff',
    path: '/integrations',
    shows: title(/^Integrations$|^Integrações$|^Integraciones$|^集成$/),
  },
  'integrations of a client': {
    who: 'client',
    path: '/integrations',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'API reference': {
    who: 'staff',
    path: '/integrations/reference',
    shows: (page) => page.getByRole('region', { name: 'Shipments', exact: true }),
  },
  'a call of the API reference': {
    who: 'staff',
    path: '/integrations/reference/shipment_create',
    shows: (page) => page.locator('#main pre').last(),
  },
  'new token': {
    who: 'staff',
    path: '/integrations',
    inEnglish: true,
    open: (page) =>
      page.getByRole('main').getByRole('button', { name: 'New token', exact: true }).first().click(),
    shows: dialog('New token'),
  },
  connections: {
    who: 'admin',
    path: '/integrations/connections',
    shows: title(/^Connections$|^Conexões$|^Conexiones$|^连接$/),
  },
  webhooks: {
    who: 'admin',
    path: '/integrations/webhooks',
    shows: title(/^Webhooks?$/),
  },
  'a webhook': {
    who: 'admin',
    path: async (page) => `/integrations/webhooks/${await aWebhook(page)}`,
    shows: (page) => page.getByRole('main').getByRole('heading', { level: 1, name: 'screens.example.com' }),
  },
  'new webhook': {
    who: 'admin',
    path: '/integrations/webhooks',
    inEnglish: true,
    open: (page) =>
      page.getByRole('main').getByRole('button', { name: 'New webhook', exact: true }).first().click(),
    shows: dialog('New webhook'),
  },
  shops: {
    who: 'admin',
    path: '/integrations/shops',
    shows: title(/^Shops$|^Lojas$|^Tiendas$|^店铺$/),
  },
  'new shop': {
    who: 'staff',
    path: '/integrations/shops',
    inEnglish: true,
    open: (page) =>
      page.getByRole('main').getByRole('button', { name: 'Connect shop', exact: true }).first().click(),
    shows: dialog('Connect shop'),
  },
  'audit log': {
    who: 'admin',
    path: '/audit-log',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'an entry of the audit log': {
    who: 'admin',
    path: async (page) => {
      await aProfile(page, 'shipment')
      return '/audit-log?resource=user_profile&action=create'
    },
    open: (page) => page.locator('[data-row] button').first().click(),
    shows: dialog('Profile: created'),
  },
  'terms of the company': {
    who: 'admin',
    path: '/settings/legal',
    shows: (page) => page.getByRole('group', { name: 'Terms of use' }),
  },
  users: { who: 'admin', path: '/users', shows: (page) => page.locator('[data-row]').last() },
  'menu of a user': {
    who: 'admin',
    path: '/users',
    open: (page) => page.locator('[data-row-menu]').last().click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Act as this user' }),
  },
  user: {
    who: 'admin',
    path: async (page) => `/users/${await seededUser(page)}`,
    shows: title('Clara Nunes'),
  },
  'new user': {
    who: 'admin',
    path: '/users/new',
    shows: (page) => page.getByRole('group', { name: 'Permissions' }),
  },
  'edited user': {
    who: 'admin',
    path: async (page) => `/users/${await seededUser(page)}/edit`,
    shows: (page) => page.getByRole('combobox', { name: 'Client' }),
  },
  'document layouts': {
    who: 'admin',
    path: '/settings/documents',
    shows: (page) => page.getByRole('link', { name: 'CN22' }).first(),
  },
  'a document layout': {
    who: 'admin',
    path: '/document-layouts/cn23',
    shows: (page) => page.locator('textarea').first(),
  },
  'feature flags': { who: 'admin', path: '/feature-flags', shows: title('Features') },
  profiles: { who: 'admin', path: '/profiles', shows: title('Profiles') },
  'new profile': {
    who: 'admin',
    path: '/profiles/new',
    shows: (page) => page.getByRole('region', { name: 'Permissions' }).getByText('Shipments').first(),
  },
  'compared profiles': {
    who: 'admin',
    path: async (page) => {
      const [left, right] = [await aProfile(page, 'shipment'), await aProfile(page, 'tracking')]
      return `/profiles/compare?left=${left}&right=${right}`
    },
    shows: (page) => page.getByRole('table', { name: 'Compare profiles' }),
  },
  'a profile': {
    who: 'admin',
    path: async (page) => `/profiles/${await aProfile(page, 'shipment')}`,
    shows: (page) => page.getByRole('region', { name: 'Permissions' }).getByText('Shipments').first(),
  },
  subsidiaries: { who: 'admin', path: '/subsidiaries', shows: (page) => page.locator('[data-row]').last() },
  'new subsidiary': {
    who: 'admin',
    path: '/subsidiaries/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  'a subsidiary': {
    who: 'admin',
    path: async (page) => `/subsidiaries/${await seededBranch(page)}`,
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
}
