import type { AdvancedPostInput, AdvancedPostRecord } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** All fields there, unset ones null. */
export type PostValues = Address & {
  code: string | null
  name: string | null
  phone: string | null
  hours: string | null
  position: number | null
  version?: number
}

/** A new post stands where the company does. */
export const emptyPost = (country_id: number): PostValues => ({
  ...NO_ADDRESS,
  country_id,
  code: null,
  name: null,
  phone: null,
  hours: null,
  position: 0,
})

export const valuesOf = (post: AdvancedPostRecord): PostValues => ({
  ...addressOf(post),
  code: post.code,
  name: post.name,
  phone: post.phone,
  hours: post.hours,
  position: post.position,
  version: post.version,
})

export const inputOf = ({ version: _, ...values }: PostValues): AdvancedPostInput => ({
  ...values,
  // The form is not sent without these.
  code: values.code ?? '',
  name: values.name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
  position: values.position ?? 0,
})
