import type { SearchSchemaInput } from '@tanstack/react-router'
import { words } from '@/ui/table/list-spec'

export type FaqSearch = { search: string }

/** The address is the state: a link opens what its sender has found. */
export const validateFaq = ({ search }: { search?: unknown } & SearchSchemaInput): FaqSearch => ({
  search: (words(search) ?? '').slice(0, 200),
})

export const faqDefaults: FaqSearch = { search: '' }
