import { Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '@/api/schema'
import { Changes } from '@/ui/activity/Changes'
import { actionName } from '@/ui/activity/names'
import { Moment } from '@/ui/Moment'

/** One entry, with all that it changed. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry | undefined; onClose(): void }) {
  const { t, i18n } = useTranslation('common')
  return (
    <Modal
      opened={entry !== undefined}
      onClose={onClose}
      size="lg"
      title={entry && actionName(i18n, entry.action)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {entry && (
        <Stack gap="sm">
          <Text size="sm">
            <Moment at={entry.occurred_at} /> · {(entry.acting_user ?? entry.user)?.name}
          </Text>
          <Changes changes={entry.changes} />
        </Stack>
      )}
    </Modal>
  )
}
