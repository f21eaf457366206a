import type { ActionName, ResourceName, ScopeName, UserProfileChoice } from '@/api/schema'
import { chosen, type Rules } from './values'

/** The resources in the order of the menu, under its headings. */
const GROUPS = [
  {
    name: 'daily',
    resources: [
      'shipment',
      'quote',
      'shipment_import',
      'carrier_label',
      'carrier_handover',
      'regulatory_request',
      'pickup',
      'receiving',
      'reweigh',
      'inbound_parcel',
      'repack',
      'delivery',
      'route',
      'bag',
      'cash_handover',
      'cod_payout',
      'claim',
      'mawb',
      'mawb_range',
      'cargo_message',
      'master',
      'break_bag',
      'manifest',
      'tracking',
      'tracking_event',
      'support_ticket',
      'review',
      'indication',
      'client',
      'client_group',
      'client_details',
      'colleague',
      'contact',
      'party_address',
      'bank_account',
      'party_document',
      'service',
      'price_table',
      'price_cost',
      'price_assignment',
      'fuel_rate',
      'report',
      'report_schedule',
    ],
  },
  { name: 'auxiliar', resources: ['package'] },
  {
    name: 'administration',
    resources: [
      'subsidiary',
      'partner',
      'partner_service',
      'bank',
      'document_type',
      'provider',
      'warehouse',
      'service_group',
      'airport',
      'currency',
      'offered_locale',
      'country',
      'exchange_rate',
      'tax_rule',
      'advanced_post',
      'support_subject',
      'support_department',
      'support_template',
      'faq_question',
      'faq_group',
      'upload',
      'user',
      'user_profile',
      'policy',
      'tenant_setting',
      'domain',
      'feature_flag',
      'audit_entry',
      'webhook',
      'order_layer',
    ],
  },
  { name: 'own', resources: ['dashboard', 'account', 'background_task', 'saved_view', 'api_token', 'shop'] },
] as const satisfies { name: string; resources: ResourceName[] }[]

export type GroupName = (typeof GROUPS)[number]['name']

/** The actions that most resources know, one column each; all others stand together in the last one. */
export const COLUMNS = [
  'list',
  'show',
  'create',
  'update',
  'activate',
  'deactivate',
] as const satisfies ActionName[]

export type MatrixRow = { resource: ResourceName; cells: UserProfileChoice[] }
export type MatrixGroup = { name: GroupName; rows: MatrixRow[] }

/** Whether there is something to choose: what everybody may do is not a permission of a profile. */
export const isOpen = ({ scopes }: UserProfileChoice) => scopes.length > 1

/** The rows with something to choose, by group; nothing is lost that no group names. */
export function matrixGroups(choices: UserProfileChoice[]): MatrixGroup[] {
  const rows = [...Map.groupBy(choices.filter(isOpen), ({ resource }) => resource)]
  const groupOf = (resource: ResourceName) =>
    GROUPS.find(({ resources }) => (resources as readonly ResourceName[]).includes(resource)) ?? GROUPS[2]
  const placeOf = (resource: ResourceName) =>
    (groupOf(resource).resources as readonly ResourceName[]).indexOf(resource)
  return GROUPS.map((group) => ({
    name: group.name,
    rows: rows
      .filter(([resource]) => groupOf(resource) === group)
      .map(([resource, cells]) => ({ resource, cells }))
      .sort((a, b) => placeOf(a.resource) - placeOf(b.resource)),
  })).filter(({ rows }) => rows.length > 0)
}

export const isColumn = ({ action }: UserProfileChoice) => (COLUMNS as readonly ActionName[]).includes(action)

/** How many of these cells allow something. */
export const countAllowed = (cells: UserProfileChoice[], rules: Rules) =>
  cells.filter((cell) => chosen(rules, cell) !== 'none').length

/** The widest scope that any of these cells can have. */
export const reachOf = (cells: UserProfileChoice[]): ScopeName | undefined =>
  cells.some(({ scopes }) => scopes.includes('any')) ? 'any' : cells[0]?.scopes.at(-1)

/** The state of a box over several cells. */
export function wholeState(cells: UserProfileChoice[], rules: Rules) {
  const full = cells.filter((cell) => chosen(rules, cell) === cell.scopes.at(-1)).length
  const some = countAllowed(cells, rules)
  return { checked: full === cells.length, indeterminate: full < cells.length && some > 0 }
}
