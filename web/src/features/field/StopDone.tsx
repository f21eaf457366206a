import { Button, FileButton, Group } from '@mantine/core'
import { IconArrowBackUp, IconCamera } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import type { useRecording } from './useRecording'

type StopDoneProps = { status: StatusLook; canUndo: boolean; recording: ReturnType<typeof useRecording> }

/** The outcome of a stop. For a while it can be taken back; proof may come at any time. */
export function StopDone({ status, canUndo, recording }: StopDoneProps) {
  const { t } = useTranslation('field')

  async function undo() {
    if (await recording.undo?.()) notify.success(t('undone'))
  }

  async function attach(photo: File | null) {
    if (photo && (await recording.send({ kind: 'attach', payload: {}, photo }))) notify.success(t('recorded'))
  }

  return (
    <Group mt="md">
      <StatusBadge status={status} />
      {canUndo && recording.undo && (
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
