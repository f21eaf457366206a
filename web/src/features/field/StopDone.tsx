import { Button, FileButton, Group } from '@mantine/core'
import { IconArrowBackUp, IconCamera } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StopResult } from '@/api/schema'
import { stopLook } from '@/shared/deliveries/status'
import { notify } from '@/ui/dialogs/notify'
import { StatusBadge } from '@/ui/StatusBadge'
import type { useRecording } from './useRecording'

type StopDoneProps = { outcome: StopResult; recording: ReturnType<typeof useRecording> }

/** What became of a stop. For ten minutes it can be taken back; proof may come at any time. */
export function StopDone({ outcome, recording }: StopDoneProps) {
  const { t } = useTranslation('field')
  const { t: deliveries } = useTranslation('deliveries')

  async function undo() {
    if (await recording.undo?.()) notify.success(t('undone'))
  }

  async function attach(photo: File | null) {
    if (photo && (await recording.send({ kind: 'attach', payload: {}, photo }))) notify.success(t('recorded'))
  }

  return (
    <Group mt="md">
      <StatusBadge status={stopLook(outcome, deliveries)} />
      {recording.undo && (
        <Button
          variant="default"
          loading={recording.busy}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => void undo()}
        >
          {t('undo')}
        </Button>
      )}
      <FileButton accept="image/*" capture="environment" onChange={(photo) => void attach(photo)}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            loading={recording.busy}
            leftSection={<IconCamera size={18} aria-hidden />}
          >
            {t('addPhoto')}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}
