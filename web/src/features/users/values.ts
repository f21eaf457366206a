import {
  type Language,
  ProfileKind,
  type SizeUnit,
  type User,
  type UserInput,
  UserTypeCode,
  type WeightUnit,
} from '@/api/schema'

/** A form's choices are texts; the wire has codes. */
export type UserValues = {
  name: string
  email: string
  user_type: string
  client_id: string | null
  client_name: string | null
  language_id: Language
  preferred_timezone_id: string
  prefered_weight_unit: string
  prefered_size_unit: string
  partner_id: string | null
  partner_name: string | null
  profile_ids: string[]
  subsidiary_ids: string[]
  version?: number
}

export const isType = ({ user_type }: Pick<UserValues, 'user_type'>, type: UserTypeCode) =>
  Number(user_type) === type

/** Kind of profiles that a user of this type can have. */
export function suits(kind: number, userType: number) {
  if (kind === ProfileKind.Client) return userType === UserTypeCode.Client
  return kind === ProfileKind.Partner ? userType === UserTypeCode.User : userType !== UserTypeCode.Client
}

export const valuesOf = (user: User): UserValues => ({
  name: user.name,
  email: user.email,
  user_type: String(user.user_type),
  client_id: user.client_id,
  client_name: user.client_name,
  partner_id: user.partner_id,
  partner_name: user.partner_name,
  language_id: user.language_id,
  preferred_timezone_id: user.preferred_timezone_id,
  prefered_weight_unit: String(user.prefered_weight_unit),
  prefered_size_unit: String(user.prefered_size_unit),
  profile_ids: user.profile_ids ?? [],
  subsidiary_ids: user.subsidiary_ids ?? [],
  version: user.version,
})

export function inputOf({ client_name, partner_name, version, ...values }: UserValues): UserInput {
  return {
    ...values,
    user_type: Number(values.user_type) as UserTypeCode,
    client_id: isType(values, UserTypeCode.Client) ? values.client_id : null,
    partner_id: isType(values, UserTypeCode.User) ? values.partner_id : null,
    prefered_weight_unit: Number(values.prefered_weight_unit) as WeightUnit,
    prefered_size_unit: Number(values.prefered_size_unit) as SizeUnit,
  }
}
