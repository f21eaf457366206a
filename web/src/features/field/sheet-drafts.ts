import { clearDraft } from '@/ui/form/draft'

const SHEETS = ['deliver', 'fail'] as const

/** The name under which the input of a sheet is kept. */
export const nameDraft = (stop: string, sheet: (typeof SHEETS)[number]) => `field-${sheet}-${stop}`

/** The stop is recorded: nothing that was typed there is needed any more. */
export function forgetSheets(stop: string) {
  for (const sheet of SHEETS) clearDraft(nameDraft(stop, sheet))
}
