import { ActionIcon, CloseButton, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PeekDrawer.module.css'

type PeekDrawerProps = {
  /** Names the record. */
  title: string
  onStep(by: 1 | -1): void
  onClose(): void
  children: ReactNode
}

/** A record beside its list. The list stays usable: its keys walk the rows and the drawer follows. */
export function PeekDrawer({ title, onStep, onClose, children }: PeekDrawerProps) {
  const { t } = useTranslation()
  return (
    <aside aria-label={title} className={classes.drawer}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <Text fw={600}>{title}</Text>
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={t('table.peekPrevious')} onClick={() => onStep(-1)}>
            <IconChevronUp size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('table.peekNext')} onClick={() => onStep(1)}>
            <IconChevronDown size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <CloseButton aria-label={t('close')} onClick={onClose} />
        </Group>
      </Group>
      {children}
    </aside>
  )
}
