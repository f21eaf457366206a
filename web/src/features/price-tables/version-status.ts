import { IconArchive, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import type { PriceVersionStatus } from '@/api/schema'

/** How the status of a version looks. */
export const VERSION_LOOKS = {
  draft: { color: 'yellow', icon: IconPencil },
  published: { color: 'teal', icon: IconCircleCheck },
  archived: { color: 'gray', icon: IconArchive },
} as const satisfies Record<PriceVersionStatus, object>
