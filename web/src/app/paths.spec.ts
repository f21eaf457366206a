import { expect, it } from 'vitest'
import { paths } from './paths'

const SAMPLE = { id: 'ID', code: 'CODE', token: 'TOKEN' }

it('every named route leads somewhere for good', () => {
  const printed = Object.entries(paths).map(
    ([name, path]) => `${name}: ${(path as (params: object) => string)(SAMPLE)}`,
  )
  expect(printed).toMatchInlineSnapshot(`
    [
      "home: /",
      "login: /login",
      "login.link: /login-link",
      "password.email: /password/reset",
      "password.reset: /password/reset/TOKEN",
      "register: /register",
      "register.social: /register-social",
      "register.validate: /register/validate/TOKEN",
      "shipments.index: /shipments",
      "shipments.create: /shipments/new",
      "shipments.show: /shipments/ID",
      "shipments.edit: /shipments/ID/edit",
      "shipments.imports.index: /shipments/imports",
      "shipments.imports.create: /shipments/imports/new",
      "shipments.imports.show: /shipments/imports/ID",
      "regulatory_requests.index: /regulatory-requests",
      "regulatory_requests.show: /regulatory-requests/ID",
      "tracking: /tracking",
      "saved_addresses.index: /address-book",
      "saved_addresses.create: /address-book/new",
      "saved_addresses.edit: /address-book/ID",
      "tracking.show: /tracking/CODE",
      "tracking.confirm: /tracking-updates/confirm/TOKEN",
      "tracking.stop: /tracking-updates/stop/TOKEN",
      "packages.index: /auxiliar/packages",
      "packages.create: /auxiliar/packages/new",
      "packages.edit: /auxiliar/packages/ID",
      "notifications: /notifications",
      "processes: /processes",
      "my-account: /my-account",
      "my-account.tab: /my-account/undefined",
      "my-account.email: /my-account/email/TOKEN",
      "invitation: /invitation/TOKEN",
      "users.index: /users",
      "users.create: /users/new",
      "users.show: /users/ID",
      "users.edit: /users/ID/edit",
      "users.switch_back: /backoffice/switch-back",
      "profiles.index: /profiles",
      "profiles.create: /profiles/new",
      "profiles.edit: /profiles/ID",
      "profiles.compare: /profiles/compare",
      "subsidiaries.index: /subsidiaries",
      "subsidiaries.create: /subsidiaries/new",
      "subsidiaries.edit: /subsidiaries/ID",
      "partners.index: /partners",
      "partners.create: /partners/new",
      "partners.edit: /partners/ID",
      "banks.index: /banks",
      "banks.create: /banks/new",
      "banks.edit: /banks/ID",
      "feature_flags.index: /feature-flags",
      "audit.index: /audit-log",
      "tenant_settings.show: /settings",
      "tenant_settings.tab: /settings/undefined",
    ]
  `)
})
