import { upload } from './importing'
import { dialog, type Screen, title } from './screen'
import { FIELD_SCREENS } from './screens-field'
import { FREIGHT_SCREENS } from './screens-freight'
import { MONEY_SCREENS } from './screens-money'
import { PRICE_SCREENS } from './screens-prices'
import { RECORD_SCREENS } from './screens-records'
import { SUPPORT_SCREENS } from './screens-support'
import {
  aProfile,
  type Listed,
  notified,
  seeded,
  seededBranch,
  seededImport,
  seededUser,
  vouchedFor,
} from './seeds'
import { call, origin, signIn, test } from './support'

/** Every screen there is, for what each of them must be. A new screen gets a line here, or in the file of its area. */
export const SCREENS: Record<string, Screen> = {
  'sign-in': { path: '/login', shows: title('Sign in') },
  'sign-in by a provider': {
    where: 'social',
    path: '/login',
    shows: (page) => page.getByRole('button', { name: 'Continue with Silent' }),
  },
  'sign-in by a provider that is out of reach': {
    where: 'social',
    path: '/login',
    open: (page) => page.getByRole('button', { name: 'Continue with Silent' }).click(),
    shows: (page) => page.getByRole('alert'),
  },
  'account to complete': {
    where: 'social',
    inEnglish: true,
    path: async (page) => {
      await vouchedFor(page)
      return '/register-social'
    },
    shows: (page) => page.getByRole('group', { name: 'E-mail' }),
  },
  'sign-in that links': {
    where: 'social',
    inEnglish: true,
    path: async (page) => {
      await vouchedFor(page)
      return '/login-link'
    },
    shows: (page) => page.getByRole('button', { name: 'Sign in' }),
  },
  'forgotten password': { path: '/password/reset', shows: title('Reset your password') },
  'new password': { path: '/password/reset/a-token', shows: title('Choose a new password') },
  registration: {
    path: '/register',
    shows: (page) => page.getByRole('group', { name: 'Sign-in details' }),
  },
  'registration that lacks everything': {
    path: '/register',
    open: async (page) => {
      await page.getByRole('radio', { name: 'Company' }).check()
      await page.getByRole('button', { name: 'Create account' }).click()
    },
    shows: (page) => page.getByRole('alert'),
  },
  'proof of an address': { path: '/register/validate/a-token', shows: title('Confirm your e-mail') },
  'home of the company': {
    path: '/',
    shows: (page) => page.getByRole('main').getByRole('link', { name: 'Sign in' }),
  },
  'public tracking': { path: '/tracking', shows: title('Track your shipments') },
  'public tracking of codes': {
    path: async (page) => {
      await signIn(page, 'staff', 'pacific', { to: false })
      const { tracking_code } = await seeded(page)
      await page.context().setStorageState({ cookies: [], origins: [] })
      return `/tracking?codes=${tracking_code},AT999999999BR`
    },
    shows: (page) => page.getByRole('article').last(),
  },
  'public tracking of a code, before the app': {
    path: async (page) => {
      await signIn(page, 'staff', 'pacific', { to: false })
      const { tracking_code } = await seeded(page)
      await page.context().setStorageState({ cookies: [], origins: [] })
      return `/tracking/${tracking_code}`
    },
    shows: (page) => page.getByRole('list', { name: /^Events/ }),
  },
  'public tracking of a code': {
    path: async (page) => {
      await signIn(page, 'staff', 'pacific', { to: false })
      const { tracking_code } = await seeded(page)
      await page.context().setStorageState({ cookies: [], origins: [] })
      return `/tracking/${tracking_code}`
    },
    open: (page) => page.getByRole('button', { name: 'Get e-mail updates' }).click(),
    shows: (page) => page.getByRole('textbox', { name: 'Your e-mail' }),
  },
  'confirmation of e-mails about a shipment': {
    path: '/tracking-updates/confirm/a-token',
    shows: title('E-mail updates on your shipment'),
  },
  'end of e-mails about a shipment': {
    path: '/tracking-updates/stop/a-token',
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  'end of e-mails of one kind': {
    path: '/emails/stop/a-token',
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  'tracking desk': { who: 'staff', path: '/tracking', shows: title('Tracking') },
  'recording events': {
    who: 'staff',
    path: '/tracking?task=record',
    shows: (page) => page.getByRole('textbox', { name: 'Scan or enter a code' }),
  },
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
  'list of shipments': {
    who: 'staff',
    path: '/shipments',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'list with selected rows': {
    who: 'staff',
    path: '/shipments',
    open: async (page) => {
      for (const row of [0, 1]) await page.locator('[data-row-check]').nth(row).check()
    },
    shows: (page) => page.getByText('2 selected', { exact: true }),
  },
  'menu of a row': {
    who: 'staff',
    path: '/shipments',
    open: (page) => page.locator('[data-row-menu]').first().click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Cancel shipment' }),
  },
  'filters of a list': {
    who: 'staff',
    path: '/shipments',
    open: (page) => page.getByRole('button', { name: 'Filters', exact: true }).click(),
    shows: (page) => page.getByRole('combobox', { name: 'Destination' }),
  },
  'list that finds nothing': {
    who: 'staff',
    path: '/shipments?search=nosuchthing',
    shows: (page) => page.getByText('No results for “nosuchthing”'),
  },
  shipment: {
    who: 'staff',
    path: async (page) => `/shipments/${(await seeded(page)).id}`,
    shows: title(/^PP\d{9}US$/),
  },
  'new shipment': {
    who: 'staff',
    path: '/shipments/new',
    shows: (page) => page.getByRole('group', { name: 'Sender', exact: true }),
  },
  'edited shipment': {
    who: 'staff',
    path: async (page) => `/shipments/${(await seeded(page)).id}/edit`,
    shows: (page) => page.getByRole('group', { name: 'Sender', exact: true }),
  },
  'my account': {
    who: 'staff',
    path: '/my-account',
    shows: (page) => page.getByRole('group', { name: 'Language and units' }),
  },
  'my account of a company': {
    who: 'client',
    path: '/my-account',
    shows: (page) => page.getByRole('group', { name: 'Company' }),
  },
  'client details of the account': {
    who: 'client',
    path: '/my-account/client',
    shows: (page) => page.getByRole('group', { name: 'Contact' }),
  },
  'colleagues of the account': {
    who: 'client',
    path: '/my-account/colleagues',
    shows: (page) => page.getByRole('heading', { name: 'Users of your company' }),
  },
  'privacy of the account': {
    who: 'client',
    path: '/my-account/privacy',
    shows: (page) => page.getByRole('group', { name: 'Your data' }),
  },
  'terms of the company': {
    who: 'admin',
    path: '/settings/legal',
    shows: (page) => page.getByRole('group', { name: 'Terms of use' }),
  },
  'my account that lacks a name': {
    who: 'staff',
    path: '/my-account',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Full name' }).fill('')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Full name' }),
  },
  'addresses of the account': {
    who: 'staff',
    path: '/my-account/addresses',
    shows: (page) => page.getByText('No addresses yet'),
  },
  'new address of the account': {
    who: 'staff',
    path: '/my-account/addresses',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add address' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('alert'),
  },
  'notifications of the account': {
    who: 'staff',
    path: '/my-account/notifications',
    shows: (page) => page.getByText('Sign-in and security'),
  },
  'security of the account': {
    who: 'staff',
    path: '/my-account/security',
    shows: (page) => page.getByText('This device'),
  },
  'beginning of a second step': {
    who: 'staff',
    path: '/my-account/security',
    open: async (page) => {
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('alert'),
  },
  'name of a device': {
    who: 'staff',
    path: '/my-account/security',
    open: (page) =>
      page
        .getByRole('button', { name: /^Rename/ })
        .first()
        .click(),
    shows: dialog('Rename'),
  },
  'confirmation of a new e-mail': {
    who: 'staff',
    path: '/my-account/email/a-token',
    shows: title('Confirm your new e-mail'),
  },
  'activity of the account': {
    who: 'staff',
    path: async (page) => {
      // An entry whose values have texts of their own.
      await call(page, 'POST', '/shipments', { to_name: 'Maria da Conceição', to_city: 'Hamburg' })
      return '/my-account/activity'
    },
    shows: (page) => page.locator('[data-row]').last(),
  },
  invitation: { path: '/invitation/a-token', shows: title('Set your password') },
  'way back': { path: '/backoffice/switch-back', shows: title('Switch back') },
  packages: {
    who: 'staff',
    where: 'atlantico',
    path: '/auxiliar/packages',
    shows: (page) => page.locator('[data-row]').last(),
  },
  'new package': {
    who: 'admin',
    where: 'atlantico',
    path: '/auxiliar/packages/new',
    shows: (page) => page.getByRole('group', { name: /Size and weight|Medidas e peso/ }),
  },
  'a package that cannot be changed': {
    who: 'staff',
    where: 'atlantico',
    path: async (page) => {
      const { data } = await call<Listed>(page, 'GET', '/packages?search=CX-P')
      return `/auxiliar/packages/${data[0]?.id}`
    },
    shows: title('CX-P'),
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
  'address book': {
    who: 'client',
    path: '/address-book',
    shows: (page) => page.getByRole('link', { name: 'New address' }).first(),
  },
  'new address': {
    who: 'admin',
    path: '/address-book/new',
    shows: (page) => page.getByRole('group', { name: 'Address' }),
  },
  banks: { who: 'admin', path: '/banks', shows: (page) => page.getByText('No banks yet') },
  'new bank': {
    who: 'admin',
    path: '/banks/new',
    shows: (page) => page.getByRole('group', { name: 'Bank' }),
  },
  imports: { who: 'staff', path: '/shipments/imports', shows: (page) => page.locator('[data-row]').last() },
  'import of a file': { who: 'staff', path: '/shipments/imports/new', shows: (page) => page.locator('form') },
  'meaning of the columns': {
    who: 'staff',
    inEnglish: true,
    path: async (page) => {
      await page.goto(`${origin('pacific')}/shipments/imports/new`)
      const file = `Zq1,Zq2\r\nB-${test.info().project.name},Book\r\n`
      await upload(page, { name: 'bars.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      return new URL(page.url()).pathname
    },
    shows: (page) => page.getByRole('heading', { name: 'Match columns' }),
  },
  'client imports': { who: 'staff', path: '/clients/imports', shows: (page) => page.locator('h1') },
  'import of clients': { who: 'staff', path: '/clients/imports/new', shows: (page) => page.locator('form') },
  'finished import': {
    who: 'staff',
    path: seededImport,
    shows: (page) => page.getByRole('heading', { name: 'Import finished' }),
  },
  dashboard: {
    who: 'staff',
    path: '/',
    shows: (page) => page.locator('.recharts-line').first(),
  },
  'home of a client': {
    who: 'client',
    path: '/',
    shows: (page) => page.getByRole('region').getByRole('article').last(),
  },
  'a page that does not exist': {
    who: 'staff',
    path: '/no/such/page',
    shows: title('Page not found'),
  },
  'a shipment that does not exist': {
    who: 'staff',
    path: '/shipments/00000000-0000-7000-8000-000000000000',
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  'a suspended company': { where: 'suspended', path: '/', shows: title('Access suspended') },
  'a host of nobody': { where: 'nowhere', path: '/', shows: title('No company found at this address') },
  palette: {
    who: 'staff',
    path: '/tracking',
    open: (page) => page.keyboard.press('Control+k'),
    shows: dialog('Search'),
  },
  processes: {
    who: 'staff',
    path: async (page) => {
      await call(page, 'POST', '/shipments/print_labels', { ids: [(await seeded(page)).id] })
      return '/processes'
    },
    shows: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  notifications: {
    who: 'staff',
    path: async (page) => {
      await notified(page)
      return '/notifications'
    },
    shows: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  'open notifications': {
    who: 'client',
    path: '/tracking',
    open: async (page) => {
      await call(page, 'POST', '/background_tasks/clear')
      await notified(page)
      await page.getByRole('button', { name: /^Notifications/ }).click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('listitem').first(),
  },
  'open processes': {
    who: 'staff',
    path: '/tracking',
    open: async (page) => {
      await call(page, 'POST', '/shipments/print_labels', { ids: [(await seeded(page)).id] })
      await page.getByRole('button', { name: /^Processes/ }).click()
    },
    shows: (page) => page.getByRole('dialog').getByRole('listitem').first(),
  },
  ...RECORD_SCREENS,
  ...MONEY_SCREENS,
  ...FREIGHT_SCREENS,
  ...PRICE_SCREENS,
  ...SUPPORT_SCREENS,
  ...FIELD_SCREENS,
}
