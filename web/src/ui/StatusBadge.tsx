import { Badge } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

/** How one code of a record looks: never by colour alone. */
export type StatusLook = { label: string; color: string; icon: Icon }

export function StatusBadge({ status }: { status: StatusLook }) {
  return (
    <Badge
      variant="light"
      color={status.color}
      radius="sm"
      tt="none"
      leftSection={<status.icon size={13} stroke={2} aria-hidden />}
    >
      {status.label}
    </Badge>
  )
}
