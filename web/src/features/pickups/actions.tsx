import {
  IconBan,
  IconBarcode,
  IconCalendarCheck,
  IconChecks,
  IconEye,
  IconFileCheck,
  IconPencil,
  IconRepeatOff,
  IconTruckOff,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { pickupRepeat, pickupSettle } from '@/api/generated/endpoints/pickups/pickups'
import { type Pickup, type PickupDetails, PickupStatus } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshPickups } from './refresh'

const SchedulePickup = lazy(() => onceOnline(() => import('./SchedulePickup')))
const FailPickup = lazy(() => onceOnline(() => import('./FailPickup')))
const CancelPickup = lazy(() => onceOnline(() => import('./CancelPickup')))

const isLateForCancellation = ({ status, cutoff_at }: Pickup) =>
  (status === PickupStatus.Requested || status === PickupStatus.Scheduled) &&
  Date.parse(cutoff_at) <= Date.now()

const pickupActions = (t: TFunction<'pickups'>): RecordAction<Pickup, PickupDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['pickups.show'] },
  { only: 'list', verb: 'collect', label: t('action.collect'), icon: IconBarcode, to: paths['pickups.show'] },
  {
    verb: 'schedule',
    label: t('action.schedule'),
    icon: IconCalendarCheck,
    button: 'main',
    dialog: (pickup, state) => <SchedulePickup pickup={pickup} {...state} />,
  },
  {
    verb: 'settle',
    label: t('action.settle'),
    icon: IconChecks,
    button: 'main',
    when: ({ tasks }) => tasks.length > 0,
    reason: ({ number, client_name }) => ({
      title: t('settle.title'),
      about: `${number} · ${client_name}`,
      label: t('settle.label'),
      text: t('settle.text'),
    }),
    run: ({ id, version }, reason) => pickupSettle(id, { reason, version }),
    done: () => t('settle.done'),
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    button: 'plain',
    to: paths['pickups.edit'],
  },
  {
    verb: 'proof',
    when: ({ collected_at, status }) => collected_at !== null || status === PickupStatus.Failed,
    label: t('action.proof'),
    icon: IconFileCheck,
    button: 'plain',
    to: ({ id }) => `/api/shipment-pickups/${id}/proof`,
    newTab: true,
  },
  {
    verb: 'fail',
    label: t('action.fail'),
    icon: IconTruckOff,
    danger: true,
    dialog: (pickup, state) => <FailPickup pickup={pickup} {...state} />,
  },
  {
    only: 'page',
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    dialog: (pickup, state) => <CancelPickup pickup={pickup} {...state} />,
    refused: (pickup) => (isLateForCancellation(pickup) ? t('cancel.late') : undefined),
  },
  {
    verb: 'repeat',
    when: ({ repeats }) => repeats !== null,
    label: t('action.endRepeat'),
    icon: IconRepeatOff,
    ask: () => ({ title: t('endRepeat.title'), text: t('endRepeat.text') }),
    run: ({ id, version }) => pickupRepeat(id, { repeats: null, version }),
    done: () => t('endRepeat.done'),
  },
]

/** What can be done with a pickup, in the list and on its page. */
export function usePickupActions() {
  const { t } = useTranslation('pickups')
  return useRecordActions<Pickup, PickupDetails>({ actions: pickupActions(t), refresh: refreshPickups })
}
