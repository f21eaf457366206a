import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '@/api/schema'
import { Changes } from '@/app/activity/Changes'
import { actionName } from '@/app/activity/names'
import { Moment } from '@/ui/time/Moment'

type EntryDialogProps = {
  entry: AuditEntry | undefined
  /** In whose name it was done, as the screen says it. */
  by: ReactNode
  onClose(): void
  /** Content added by the screen. */
  children?: ReactNode
}

/** One entry, with all that it changed. */
export function EntryDialog({ entry, by, onClose, children }: EntryDialogProps) {
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
            <Moment at={entry.occurred_at} /> · {by}
          </Text>
          <Suspense fallback={<Skeleton height={120} />}>
            <Changes changes={entry.changes} />
          </Suspense>
          {children}
        </Stack>
      )}
    </Modal>
  )
}
