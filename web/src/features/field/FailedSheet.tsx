import { Alert, Button, Drawer, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptInput } from '@/ui/form/useKeptInput'
import { PhotoInput } from './DeliveredSheet'
import { nameDraft } from './sheet-drafts'
import type { useRecording } from './useRecording'

/** Why a stop can fail, as the driver reads it. */
export type FailReason = { code: string; label: string; asks_photo: boolean }

type SheetProps = {
  opened: boolean
  onClose(): void
  /** Id of the stop. */
  stop: string
  /** Title of the sheet; at deliveries, that nothing was handed over. */
  title?: string
  reasons: FailReason[]
  recording: ReturnType<typeof useRecording>
  onDone(): void
}

/** Why nothing was handed over. What is in it stays while the driver looks at the stop behind it. */
export function FailedSheet({ opened, onClose, title, ...props }: SheetProps) {
  const { t } = useTranslation(['field', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      keepMounted
      position="bottom"
      size="auto"
      title={title ?? t('couldNot')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Form {...props} />
    </Drawer>
  )
}

const EMPTY = { reason: '', note: '' }

function Form({ stop, reasons, recording, onDone }: Omit<SheetProps, 'opened' | 'onClose' | 'title'>) {
  const { t } = useTranslation('field')
  const { input, change } = useKeptInput(nameDraft(stop, 'fail'), EMPTY)
  const { reason, note } = input
  const [photo, setPhoto] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const asked = reasons.find(({ code }) => code === reason)

  async function send() {
    if (!reason) return setProblem(t('chooseReason'))
    const payload = { reason, note: note.trim() || null }
    // A photo for another reason is not seen any more, and not meant.
    if (await recording.send({ kind: 'fail', payload, photo: asked?.asks_photo ? photo : null })) onDone()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        <Radio.Group
          label={t('why')}
          withAsterisk
          value={reason}
          error={problem}
          onChange={(code) => {
            change({ reason: code })
            setProblem(undefined)
          }}
        >
          <Stack gap="sm" mt="xs">
            {reasons.map(({ code, label }) => (
              <Radio key={code} value={code} size="md" label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {asked?.asks_photo && <PhotoInput photo={photo} onPhoto={setPhoto} />}
        <Textarea
          label={t('note')}
          maxLength={1000}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        {recording.failure && (
          <Alert color="red" role="alert">
            {recording.failure}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={recording.busy}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  )
}
