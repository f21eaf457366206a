import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { AppLink } from '@/ui/AppLink'
import { type Asked, useAsked } from './confirm'

/** The dialog behind `confirm`. It stands once, near the root, and is loaded after the first paint. */
export function ConfirmDialog() {
  const { t } = useTranslation()
  const asked = useAsked()
  const [running, setRunning] = useState(false)
  // The last question stays readable while its dialog fades away.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)

  return (
    <Modal
      opened={asked !== undefined}
      // Above a dialog that asks.
      zIndex={250}
      onClose={() => asked?.answer(asked.warning ?? false)}
      title={shown?.title}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Nothing may take the dialog away while its work is under way.
      closeOnClickOutside={!running}
      closeOnEscape={!running}
    >
      {shown && <Body key={shown.id} question={shown} running={running} onRunning={setRunning} />}
    </Modal>
  )
}

type BodyProps = { question: Asked; running: boolean; onRunning(running: boolean): void }

function Body({ question, running, onRunning }: BodyProps) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<unknown>()
  const way = question.ways?.[codeOf(failure) ?? '']

  async function goOn() {
    onRunning(true)
    try {
      await question.run?.()
      question.answer(true)
    } catch (error) {
      setFailure(error)
    } finally {
      onRunning(false)
    }
  }

  return (
    <>
      {question.warning ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {question.text}
        </Alert>
      ) : (
        <Text size="sm">{question.text}</Text>
      )}
      {failure !== undefined && (
        <Alert color="red" mt="md" role="alert">
          {errorText(failure)}{' '}
          {way && (
            <Anchor component={AppLink} to={way.to} onClick={() => question.answer(false)} size="sm">
              {way.text}
            </Anchor>
          )}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {!question.warning && (
          <Button variant="default" onClick={() => question.answer(false)} disabled={running} data-autofocus>
            {t('cancel')}
          </Button>
        )}
        <Button
          color={question.danger ? 'red' : undefined}
          // With a red brand every button is red; the icon marks the dangerous one.
          leftSection={question.danger && <IconAlertTriangle size={16} aria-hidden />}
          loading={running}
          onClick={goOn}
          data-autofocus={question.warning || undefined}
        >
          {question.action}
        </Button>
      </Group>
    </>
  )
}
