import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { PickupOutcome } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const OUTCOMES = {
  expected: { color: 'gray', icon: IconHourglass },
  collected: { color: 'teal', icon: IconCircleCheck },
  added: { color: 'teal', icon: IconCircleCheck },
  missing: { color: 'orange', icon: IconAlertTriangle },
  freed: { color: 'gray', icon: IconCircleOff },
  cancelled: { color: 'gray', icon: IconCircleOff },
} satisfies Record<PickupOutcome, Omit<StatusLook, 'label'>>

export const outcomeLook = (outcome: PickupOutcome, t: TFunction<'pickups'>): StatusLook => ({
  ...OUTCOMES[outcome],
  label: t(`outcome.${outcome}`),
})
