import type { Language, SizeUnit, User, UserInput, UserTypeCode, WeightUnit } from '@/api/schema'

/** A form's choices are texts; the wire has codes. */
export type UserValues = {
  name: string
  email: string
  user_type: string
  client: { id: string; label: string } | null
  language_id: Language
  preferred_timezone_id: string
  prefered_weight_unit: string
  prefered_size_unit: string
  partner: { id: string; label: string } | null
  profile_ids: string[]
  subsidiary_ids: string[]
  version?: number
}

export const CLIENT = 30
export const STAFF = 20
export const ADMIN = 10

/** The kind of profile that clients' users bear. */
export const CLIENTS = 40
/** And the kind that people of partners bear. */
export const PARTNERS = 20

/** Whose profiles a user of this type can bear. */
export function suits(kind: number, userType: number) {
  if (kind === CLIENTS) return userType === CLIENT
  return kind === PARTNERS ? userType === STAFF : userType !== CLIENT
}

export const valuesOf = (user: User): UserValues => ({
  name: user.name,
  email: user.email,
  user_type: String(user.user_type),
  client: user.client_id ? { id: user.client_id, label: user.client_name ?? '…' } : null,
  partner: user.partner_id ? { id: user.partner_id, label: user.partner_name ?? '…' } : null,
  language_id: user.language_id,
  preferred_timezone_id: user.preferred_timezone_id,
  prefered_weight_unit: String(user.prefered_weight_unit),
  prefered_size_unit: String(user.prefered_size_unit),
  profile_ids: user.profile_ids ?? [],
  subsidiary_ids: user.subsidiary_ids ?? [],
  version: user.version,
})

export const inputOf = ({ client, partner, version: _, ...values }: UserValues): UserInput => ({
  ...values,
  user_type: Number(values.user_type) as UserTypeCode,
  client_id: Number(values.user_type) === CLIENT ? (client?.id ?? null) : null,
  partner_id: Number(values.user_type) === STAFF ? (partner?.id ?? null) : null,
  prefered_weight_unit: Number(values.prefered_weight_unit) as WeightUnit,
  prefered_size_unit: Number(values.prefered_size_unit) as SizeUnit,
})
