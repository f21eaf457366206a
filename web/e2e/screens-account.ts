import { addConfirmedShipment } from './complete'
import { dialog, type Screen, title } from './screen'
import { notified, seeded } from './seeds'
import { call } from './support'

/** Screens of the own account, with its notifications and processes. */
export const ACCOUNT_SCREENS: Record<string, Screen> = {
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
      await notified(page, (await seeded(page)).id)
      return '/notifications'
    },
    shows: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  'open notifications': {
    who: 'client',
    path: '/tracking',
    open: async (page) => {
      await call(page, 'POST', '/background_tasks/clear')
      await notified(page, (await addConfirmedShipment(page)).id)
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
}
