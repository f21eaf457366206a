import { ActionIcon, CloseButton, Drawer, Group } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

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
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size="min(27rem, 100vw)"
      trapFocus={false}
      lockScroll={false}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <Drawer.Content aria-label={title} radius={0} role="complementary" aria-modal={false}>
        <Drawer.Header>
          <Drawer.Title fw={600}>{title}</Drawer.Title>
          <Group gap={4}>
            <ActionIcon aria-label={t('table.peekPrevious')} onClick={() => onStep(-1)}>
              <IconChevronUp size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('table.peekNext')} onClick={() => onStep(1)}>
              <IconChevronDown size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
            <CloseButton aria-label={t('close')} onClick={onClose} />
          </Group>
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
