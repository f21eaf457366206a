import type { PriceAssignment, PriceAssignmentInput, PriceScope } from '@/api/schema'

export type AssignmentValues = {
  scope: PriceScope
  client_id: string | null
  group_id: string | null
  partner_id: string | null
  service_id: string | null
  sell_table_id: string | null
  cost_table_id: string | null
  valid_from: string | null
  valid_to: string | null
  version?: number
}

export const emptyAssignment = (today: string): AssignmentValues => ({
  scope: 'client',
  client_id: null,
  group_id: null,
  partner_id: null,
  service_id: null,
  sell_table_id: null,
  cost_table_id: null,
  valid_from: today,
  valid_to: null,
})

export const valuesOf = (one: PriceAssignment): AssignmentValues => ({
  scope: one.scope,
  client_id: one.client_id,
  group_id: one.group_id,
  partner_id: one.partner_id,
  service_id: one.service_id,
  sell_table_id: one.sell_table_id,
  cost_table_id: one.cost_table_id,
  valid_from: one.valid_from,
  valid_to: one.valid_to,
  version: one.version,
})

/** A choice of another scope is not sent. */
export const inputOf = ({ version: _, ...values }: AssignmentValues): PriceAssignmentInput => ({
  ...values,
  client_id: values.scope === 'client' ? values.client_id : null,
  group_id: values.scope === 'group' ? values.group_id : null,
  partner_id: values.scope === 'partner' ? values.partner_id : null,
  service_id: values.scope === 'company' ? null : values.service_id,
  // The form is not sent without a day.
  valid_from: values.valid_from ?? '',
})
