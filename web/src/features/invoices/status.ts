import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleHalf2,
  IconFileInvoice,
  IconPencil,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { InvoiceSummary } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  draft: { color: 'gray', icon: IconPencil },
  issued: { color: 'blue', icon: IconFileInvoice },
  partly_paid: { color: 'blue', icon: IconCircleHalf2 },
  overdue: { color: 'red', icon: IconAlertTriangle },
  paid: { color: 'teal', icon: IconCircleCheck },
  void: { color: 'gray', icon: IconBan },
} satisfies Record<InvoiceSummary['status'], Omit<StatusLook, 'label'>>

/** A credit note is not open: nothing is paid for it. */
export const invoiceLook = (
  { status, kind }: Pick<InvoiceSummary, 'status' | 'kind'>,
  t: TFunction<'invoices'>,
): StatusLook => ({
  ...LOOKS[status],
  label: kind === 'credit_note' ? t('status.note') : t(`status.${status}`),
})

const DAY_MS = 86_400_000

/** Days from `today` until `day`, both '2026-11-21'; below zero when it has passed. */
export const daysUntil = (day: string, today: string) => (Date.parse(day) - Date.parse(today)) / DAY_MS

/** '3 days late', 'due today', 'due in 5 days'. */
export function dueText(day: string, today: string, t: TFunction<'invoices'>) {
  const days = daysUntil(day, today)
  if (days < 0) return t('lateBy', { count: -days })
  return days === 0 ? t('dueToday') : t('dueIn', { count: days })
}
