import type { OwnerType } from '@/api/schema'

/** The client, partner or subsidiary of a page, as its records name it. */
export type OwnerRef = { owner_type: OwnerType; owner_id: string }

/** The fields of a record without its owner. */
export type FieldsOf<T> = Omit<T, keyof OwnerRef>

/** All records of one owner come in one page: there are at most this many. */
export const ALL_OF_OWNER = { per_page: 100 }
