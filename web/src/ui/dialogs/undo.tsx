import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { notify } from './notify'

/** How long a toast offers to undo; hover and focus stop the clock. */
const UNDO_MS = 10_000

/** Tells what was done, and offers to undo it. A failure of that is shown like any other. */
export function notifyUndo(message: string, undo: () => Promise<unknown>) {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notify.hide(id)
            undo().catch(notify.failure)
          }}
        >
          {i18n.t('undo')}
        </Button>
      </Group>
    ),
    color: 'teal',
    role: 'status',
    closeButtonProps: { 'aria-label': i18n.t('close') },
    autoClose: UNDO_MS,
    priority: 1,
  })
}
