import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { routeClose, routeStart } from '@/api/generated/endpoints/deliveries/deliveries'
import type { DeliveryRoute, DeliveryRouteDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'

type TurnDialogProps = DialogState<DeliveryRouteDetails> & {
  route: DeliveryRoute
  turn: 'start' | 'close'
}

/** Sends a run on its way, or ends it. What is missing needs a reason, which the server asks for. */
export default function TurnDialog(props: TurnDialogProps) {
  const { t } = useTranslation(['routes', 'common'])
  const { opened, onClose, route, turn } = props
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t(`${turn}.title`, { number: route.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Question {...props} />
    </Modal>
  )
}

function Question({ route, turn, onClose, onChanged }: TurnDialogProps) {
  const { t } = useTranslation(['routes', 'common'])
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    setFailure(undefined)
    try {
      const call = turn === 'start' ? routeStart : routeClose
      const { data } = await call(route.id, { reason: reason.trim() || null, version: route.version })
      refreshRoutes(client, data)
      onChanged?.(data)
      notify.success(t(`${turn}.done`))
      onClose()
    } catch (error) {
      const at = fieldTexts(error).reason
      if (at) setProblem(at)
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
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
        <Text size="sm">{t(`${turn}.text`)}</Text>
        <Textarea
          label={t('field.reason')}
          description={t(`${turn}.reasonText`)}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
          error={problem}
          maxLength={500}
          rows={3}
        />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} data-autofocus>
            {t(`action.${turn}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
