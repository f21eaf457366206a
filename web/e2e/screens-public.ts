import { type Screen, title } from './screen'
import { seeded, vouchedFor } from './seeds'
import { signIn } from './support'

/** Screens of visitors: sign-in, registration, tracking, and the links of e-mails. */
export const PUBLIC_SCREENS: Record<string, Screen> = {
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
  'public questions and answers': {
    path: '/faq',
    open: (page) => page.getByRole('main').getByRole('button', { expanded: false }).first().click(),
    shows: (page) => page.getByRole('main').getByRole('button', { expanded: true }).first(),
  },
  'link of a review': {
    path: '/review/a-token',
    shows: (page) => page.getByRole('alert'),
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
  invitation: { path: '/invitation/a-token', shows: title('Set your password') },
  'way back': { path: '/backoffice/switch-back', shows: title('Switch back') },
  'a suspended company': { where: 'suspended', path: '/', shows: title('Access suspended') },
  'a host of nobody': { where: 'nowhere', path: '/', shows: title('No company found at this address') },
}
