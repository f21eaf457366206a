import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { type Question, useAsked } from './confirm'

/** The dialog behind `confirm`. It stands once, near the root, and is loaded after the first paint. */
export function ConfirmDialog() {
  const asked = useAsked()
  return asked ? <OpenDialog key={asked.title} {...asked} /> : null
}

function OpenDialog({ answer, ...question }: Question & { answer(yes: boolean): void }) {
  const { t } = useTranslation()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function goOn() {
    setRunning(true)
    try {
      await question.run?.()
      answer(true)
    } catch (error) {
      setFailure(error)
      setRunning(false)
    }
  }

  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={question.title}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Nothing may take the dialog away while its work is under way.
      closeOnClickOutside={!running}
      closeOnEscape={!running}
      role={question.danger ? 'alertdialog' : 'dialog'}
    >
      <Text size="sm">{question.text}</Text>
      {failure !== undefined && (
        <Alert color="red" mt="md" role="alert">
          {errorText(failure)}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => answer(false)} disabled={running} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color={question.danger ? 'red' : undefined} loading={running} onClick={goOn}>
          {question.action}
        </Button>
      </Group>
    </Modal>
  )
}
