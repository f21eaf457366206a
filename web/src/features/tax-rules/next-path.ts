import { paths } from '@/context/paths'

/** The form of the rule that follows this one. */
export const nextPath = (id: string) => `${paths['tax_rules.create']()}?after=${encodeURIComponent(id)}`
