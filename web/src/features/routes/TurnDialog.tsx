import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { routeClose, routeStart } from '@/api/generated/endpoints/deliveries/deliveries'
import type { DeliveryRoute, DeliveryRouteDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'

type TurnDialogProps = DialogState<DeliveryRouteDetails> & {
  route: DeliveryRoute
  turn: 'start' | 'close'
}

/** Sends a run on its way, or ends it. What is missing needs a reason, which the server asks for. */
export default function TurnDialog({ route, turn, opened, onClose, onChanged }: TurnDialogProps) {
  const { t } = useTranslation('routes')
  const client = useQueryClient()
  const { id, version, number } = route
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t(`${turn}.title`, { number })}
      action={t(`action.${turn}`)}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        const call = turn === 'start' ? routeStart : routeClose
        return (await call(id, { reason: reason.trim() || null, version })).data
      }}
      onDone={(saved) => {
        refreshRoutes(client, saved)
        onChanged?.(saved)
        notify.success(t(`${turn}.done`))
      }}
    >
      {({ values, set, problem }) => (
        <>
          <Text size="sm">{t(`${turn}.text`)}</Text>
          <Textarea
            label={t('field.reason')}
            description={t(`${turn}.reasonText`)}
            value={values.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
            error={problem('reason')}
            maxLength={500}
            rows={3}
          />
        </>
      )}
    </ActionDialog>
  )
}
