import { Alert, Anchor, Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  deliveryAssign,
  deliveryReassign,
  useRouteList,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { type Delivery, type DeliveryDetails, type DeliveryRoute, RunStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { AppLink } from '@/ui/AppLink'
import { ActionDialog, type DialogFields } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'

type AssignDialogProps = DialogState<DeliveryDetails> & {
  delivery: Delivery
  /** It is on a run already. */
  isMove?: boolean
}

type AssignValues = { route_id: string | null }

/** Runs that still take stops. */
const takesStops = ({ status, can }: DeliveryRoute) => can.update && status !== RunStatus.InProgress

/** Chooses the run that takes a delivery. */
export default function AssignDialog({ delivery, isMove, opened, onClose, onChanged }: AssignDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  const client = useQueryClient()
  const { id, version, number, route_id: before } = delivery
  return (
    <ActionDialog<AssignValues, DeliveryDetails>
      opened={opened}
      onClose={onClose}
      title={t('assign.title', { number })}
      action={isMove ? t('action.reassign') : t('action.assign')}
      initial={{ route_id: null }}
      check={({ route_id }) => (route_id ? {} : { route_id: t('common:validation.required') })}
      send={async ({ route_id }) => {
        const call = isMove ? deliveryReassign : deliveryAssign
        return (await call(id, { route_id: route_id ?? '', version })).data
      }}
      onDone={(saved) => {
        refreshDeliveries(client, saved)
        onChanged?.(saved)
        notify.success(t('assign.done', { route: saved.route_number ?? '' }))
      }}
    >
      {(fields) => (
        <>
          {isMove && <Text size="sm">{t('assign.moveText')}</Text>}
          <RouteChoice fields={fields} except={before} />
        </>
      )}
    </ActionDialog>
  )
}

function RouteChoice({ fields, except }: { fields: DialogFields<AssignValues>; except: string | null }) {
  const { t } = useTranslation('deliveries')
  const { can } = useProfile()
  const format = useFormat()
  const result = useRouteList({ per_page: 100, from: format.today() })
  const routes = result.data?.data.filter((one) => takesStops(one) && one.id !== except)
  if (result.error && !routes) return <LoadFailure title={t('assign.failed')} result={result} />
  return (
    <>
      {routes?.length === 0 && (
        <Alert color="gray">
          {t('assign.none')}{' '}
          {can['route.create'] && (
            <Anchor component={AppLink} to={paths['routes.create']()} size="sm">
              {t('assign.newRoute')}
            </Anchor>
          )}
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
        value={fields.values.route_id}
        error={fields.problem('route_id')}
        onChange={(value) => fields.set('route_id', value)}
      />
    </>
  )
}
