import { EmptyState as MantineEmptyState } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: Icon
  title: string
  text?: string
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <MantineEmptyState
      py="xl"
      icon={<Icon size={28} stroke={1.5} aria-hidden />}
      withIndicatorBackground
      title={title}
      description={text}
    >
      {action ? <MantineEmptyState.Actions data-empty-action>{action}</MantineEmptyState.Actions> : null}
    </MantineEmptyState>
  )
}
