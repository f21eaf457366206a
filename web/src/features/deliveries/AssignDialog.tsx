import { Alert, Anchor, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  deliveryAssign,
  deliveryReassign,
  useRouteList,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { type Delivery, type DeliveryDetails, type DeliveryRoute, RunStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { paths } from '@/context/paths'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'

type AssignDialogProps = DialogState<DeliveryDetails> & {
  delivery: Delivery
  /** It is on a run already. */
  isMove?: boolean
}

/** Runs that still take stops. */
const takesStops = ({ status, can }: DeliveryRoute) => can.update && status !== RunStatus.InProgress

/** Chooses the run that takes a delivery. */
export default function AssignDialog(props: AssignDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  return (
    <Modal
      opened={useOpened(props.opened)}
      onClose={props.onClose}
      title={t('assign.title', { number: props.delivery.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Choice {...props} />
    </Modal>
  )
}

function Choice({ delivery, isMove = false, onClose, onChanged }: AssignDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  const format = useFormat()
  const client = useQueryClient()
  const result = useRouteList({ per_page: 100, from: format.today() })
  const [route, setRoute] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const routes = result.data?.data.filter((one) => takesStops(one) && one.id !== delivery.route_id)

  async function send() {
    if (!route) return setProblem(t('common:validation.required'))
    setBusy(true)
    setFailure(undefined)
    try {
      const call = isMove ? deliveryReassign : deliveryAssign
      const { data } = await call(delivery.id, { route_id: route, version: delivery.version })
      refreshDeliveries(client, data)
      onChanged?.(data)
      notify.success(t('assign.done', { route: data.route_number ?? '' }))
      onClose()
    } catch (error) {
      const at = fieldTexts(error).route_id
      if (at) setProblem(at)
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  if (result.error && !routes) return <LoadFailure title={t('assign.failed')} result={result} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        {isMove && <Text size="sm">{t('assign.moveText')}</Text>}
        {routes?.length === 0 && (
          <Alert color="gray">
            {t('assign.none')}{' '}
            <Anchor component={AppLink} to={paths['routes.create']()} size="sm">
              {t('assign.newRoute')}
            </Anchor>
          </Alert>
        )}
        <Select
          label={t('field.route')}
          withAsterisk
          searchable
          data-autofocus
          disabled={!routes}
          data={(routes ?? []).map((one) => ({
            value: one.id,
            label: [one.number, format.day(one.on_date), one.driver_name].filter(Boolean).join(' · '),
          }))}
          value={route}
          error={problem}
          onChange={(value) => {
            setRoute(value)
            setProblem(undefined)
          }}
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
          <Button type="submit" loading={busy}>
            {isMove ? t('action.reassign') : t('action.assign')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
