import {
  IconBan,
  IconEye,
  IconFileText,
  IconHandStop,
  IconLock,
  IconLockOpen,
  IconMapPinCheck,
  IconPencil,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  masterCancel,
  masterClose,
  masterReopen,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { type Master, MasterStatus, type ProfileCan } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { refreshMasters } from './refresh'
import { wayOf } from './way'

const MomentDialog = lazy(() => onceOnline(() => import('./MomentDialog')))

const about = (master: Master) => `${master.number} · ${wayOf(master)}`

const masterActions = (t: TFunction<'masters'>, can: ProfileCan): RecordAction<Master>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['masters.show'] },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconLock,
    button: 'main',
    ask: (master) => ({ title: t('close.title', { number: master.number }), text: t('close.text') }),
    run: ({ id, version }) => masterClose(id, { version }),
    done: ({ number }: Master) => t('close.done', { number }),
    refused: ({ status, bag_count }) =>
      can['master.close'] && status === MasterStatus.Draft && bag_count === 0
        ? codeText('master_empty', {}, t('close.empty'))
        : undefined,
  },
  {
    verb: 'depart',
    label: t('action.depart'),
    icon: IconTruckDelivery,
    button: 'main',
    dialog: (master, state) => <MomentDialog {...state} master={master} step="depart" />,
  },
  {
    verb: 'arrive',
    label: t('action.arrive'),
    icon: IconMapPinCheck,
    button: 'main',
    dialog: (master, state) => <MomentDialog {...state} master={master} step="arrive" />,
  },
  {
    verb: 'deliver',
    label: t('action.deliver'),
    icon: IconHandStop,
    button: 'main',
    dialog: (master, state) => <MomentDialog {...state} master={master} step="deliver" />,
  },
  {
    label: t('action.pdf'),
    icon: IconFileText,
    button: 'plain',
    to: ({ id }) => `/api/masters/${id}/pdf`,
    newTab: true,
  },
  { verb: 'update', label: t('action.update'), icon: IconPencil, button: 'plain', to: paths['masters.edit'] },
  {
    verb: 'reopen',
    label: t('action.reopen'),
    icon: IconLockOpen,
    button: 'plain',
    reason: (master) => ({
      title: t('reopen.title'),
      about: about(master),
      label: t('field.reason'),
      text: t('reopen.text'),
    }),
    run: ({ id, version }, reason) => masterReopen(id, { reason, version }),
    done: ({ number }: Master) => t('reopen.done', { number }),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (master) => ({
      title: t('cancel.title'),
      about: about(master),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => masterCancel(id, { reason, version }),
    done: ({ number }: Master) => t('cancel.done', { number }),
  },
]

/** The actions on a master, in the list and on its page. */
export function useMasterActions() {
  const { t } = useTranslation('masters')
  const { can } = useProfile()
  return useRecordActions<Master>({ actions: masterActions(t, can), refresh: refreshMasters })
}
