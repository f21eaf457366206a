import { IconAlertTriangle, IconCircleCheck, IconHistory, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { DocumentState } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  unverified: { color: 'yellow', icon: IconHourglass },
  verified: { color: 'teal', icon: IconCircleCheck },
  expired: { color: 'red', icon: IconAlertTriangle },
  replaced: { color: 'gray', icon: IconHistory },
} satisfies Record<DocumentState, Omit<StatusLook, 'label'>>

export const documentLook = (state: DocumentState, t: TFunction<'party-documents'>): StatusLook => ({
  ...LOOKS[state],
  label: t(`state.${state}`),
})
