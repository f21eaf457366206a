/**
 * The named routes. Notifications and processes carry these names from the server, so a name never changes
 * its meaning; `paths.spec.ts` prints them all.
 */
export const paths = {
  home: () => '/',
  login: () => '/login',
  'password.email': () => '/password/reset',
  'password.reset': ({ token }: { token: string }) => `/password/reset/${token}`,
  register: () => '/register',
  'register.validate': ({ token }: { token: string }) => `/register/validate/${token}`,
  'shipments.index': () => '/shipments',
  'shipments.create': () => '/shipments/new',
  'shipments.show': ({ id }: { id: string }) => `/shipments/${id}`,
  'shipments.edit': ({ id }: { id: string }) => `/shipments/${id}/edit`,
  'shipments.imports.index': () => '/shipments/imports',
  'shipments.imports.create': () => '/shipments/imports/new',
  'shipments.imports.show': ({ id }: { id: string }) => `/shipments/imports/${id}`,
  tracking: () => '/tracking',
  'packages.index': () => '/auxiliar/packages',
  'packages.create': () => '/auxiliar/packages/new',
  'packages.edit': ({ id }: { id: string }) => `/auxiliar/packages/${id}`,
  'my-account': () => '/my-account',
  'my-account.tab': ({ tab }: { tab: string }) => `/my-account/${tab}`,
  'my-account.email': ({ token }: { token: string }) => `/my-account/email/${token}`,
  invitation: ({ token }: { token: string }) => `/invitation/${token}`,
  'users.index': () => '/users',
  'users.create': () => '/users/new',
  'users.show': ({ id }: { id: string }) => `/users/${id}`,
  'users.edit': ({ id }: { id: string }) => `/users/${id}/edit`,
  'users.switch_back': () => '/backoffice/switch-back',
  'profiles.index': () => '/profiles',
  'profiles.create': () => '/profiles/new',
  'profiles.edit': ({ id }: { id: string }) => `/profiles/${id}`,
  'profiles.compare': () => '/profiles/compare',
  'subsidiaries.index': () => '/subsidiaries',
  'subsidiaries.create': () => '/subsidiaries/new',
  'subsidiaries.edit': ({ id }: { id: string }) => `/subsidiaries/${id}`,
  'feature_flags.index': () => '/feature-flags',
  'audit.index': () => '/audit-log',
  'tenant_settings.show': () => '/settings',
} as const

export type RouteName = keyof typeof paths
