import type { Invoice, InvoiceInput } from '@/api/schema'

/** All fields there, unset ones null. */
export type DraftValues = {
  client_id: string | null
  /** Name of the client, who may no longer be offered. */
  client_name: string | null
  currency: string
  /** All charges of a period, those of chosen shipments, or none: only items of the company's own. */
  mode: 'period' | 'chosen' | 'own'
  period_from: string | null
  period_to: string | null
  shipment_ids: string[]
  /** The client's own terms when null. */
  terms_days: number | null
  note: string | null
  version?: number
}

/** The month before the day: what is billed for all clients at the beginning of a month. */
export function lastMonth(today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  return {
    from: iso(new Date(Date.UTC(year, month - 2, 1))),
    to: iso(new Date(Date.UTC(year, month - 1, 0))),
  }
}

/** How many charges were made in each month, the oldest month first. */
export function monthsOf(times: string[]): { month: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const at of times) {
    const month = at.slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  return [...counts].map(([month, count]) => ({ month, count })).sort((a, b) => (a.month < b.month ? -1 : 1))
}

type Start = { currency: string; today: string; client: string | undefined }

/** Everything that no invoice has until today: nothing is left out unseen. */
export function emptyDraft({ currency, today, client }: Start): DraftValues {
  return {
    client_id: client ?? null,
    client_name: null,
    currency,
    mode: 'period',
    period_from: null,
    period_to: today,
    shipment_ids: [],
    terms_days: null,
    note: null,
  }
}

export function valuesOf(draft: Invoice): DraftValues {
  const ids = draft.items.map(({ shipment_id }) => shipment_id).filter((id) => id !== null)
  const withoutPeriod = ids.length > 0 ? 'chosen' : 'own'
  return {
    client_id: draft.client_id,
    client_name: draft.client_name,
    currency: draft.currency,
    mode: draft.period_to ? 'period' : withoutPeriod,
    period_from: draft.period_from,
    period_to: draft.period_to,
    shipment_ids: [...new Set(ids)],
    terms_days: draft.terms_days,
    note: draft.note,
    version: draft.version,
  }
}

/** The amounts of the items that staff added to a draft. */
export const ownAmountsOf = (draft: Invoice | undefined): string[] =>
  (draft?.items ?? []).filter(({ shipment_id }) => shipment_id === null).map(({ total }) => total)

/** A draft has a period, or the shipments that were chosen. */
export const inputOf = (values: DraftValues): Omit<InvoiceInput, 'client_id' | 'currency'> => {
  const { mode, period_from, period_to, shipment_ids, terms_days, note } = values
  const isPeriod = mode === 'period'
  const chosen = mode === 'own' ? [] : shipment_ids
  return {
    period_from: isPeriod ? period_from : null,
    period_to: isPeriod ? period_to : null,
    shipment_ids: isPeriod ? null : chosen,
    terms_days,
    note,
  }
}
