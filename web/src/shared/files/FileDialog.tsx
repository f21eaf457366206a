import { Alert, Button, Group, Modal, Radio, Stack } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { ItemBackgroundTask } from '@/api/schema'
import { awaitFile } from '@/ui/dialogs/awaited-files'
import { useOpened, useShowProcesses } from '@/ui/dialogs/overlay'

type FileDialogProps<F extends string> = {
  opened: boolean
  onClose(): void
  title: string
  /** Label of the choice of a format. */
  label: string
  /** The formats; the first one is chosen at the start. */
  formats: readonly [Format<F>, ...Format<F>[]]
  /** Below the choice: what the file has, or what is left out of it. */
  note: ReactNode
  action: { label: string; icon: Icon; disabled?: boolean }
  /** Starts the background process that makes the file. */
  start(format: F): Promise<ItemBackgroundTask>
}

type Format<F> = { value: F; label: string; text: string }

/** Asks for the format of a file and starts the process that makes it. The drawer shows it; the browser saves the file. */
export function FileDialog<F extends string>(props: FileDialogProps<F>) {
  const { opened, onClose, title, label, formats, note, action, start } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const [format, setFormat] = useState<F>(formats[0].value)
  const [starting, setStarting] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const wrongFormat = fieldTexts(failure).format

  async function submit() {
    setStarting(true)
    setFailure(undefined)
    try {
      awaitFile((await start(format)).data.id)
      onClose()
      await invalidateBackgroundTaskList(client)
      showProcesses()
    } catch (error) {
      setFailure(error)
    } finally {
      setStarting(false)
    }
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Radio.Group
            label={label}
            value={format}
            onChange={(value) => setFormat(value as F)}
            error={wrongFormat}
          >
            <Stack gap="xs" mt="xs">
              {formats.map(({ value, label, text }, index) => (
                <Radio
                  key={value}
                  value={value}
                  label={label}
                  description={text}
                  data-autofocus={index === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          {note}
          {failure !== undefined && wrongFormat === undefined && (
            <Alert color="red" role="alert">
              {errorText(failure)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              loading={starting}
              disabled={action.disabled}
              leftSection={<action.icon size={16} aria-hidden />}
            >
              {action.label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
