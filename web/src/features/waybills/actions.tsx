import {
  IconBan,
  IconCalendarCheck,
  IconEye,
  IconFileCheck,
  IconFileText,
  IconPencil,
  IconPencilCheck,
  IconPlaneInflight,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProfileCan, type Waybill, WaybillStatus } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { missingParts } from './missing'
import { refreshWaybills } from './refresh'

const StepDialog = lazy(() => onceOnline(() => import('./StepDialog')))
const EventDialog = lazy(() => onceOnline(() => import('./EventDialog')))
const VoidDialog = lazy(() => onceOnline(() => import('./VoidDialog')))

const waybillActions = (t: TFunction<'waybills'>, can: ProfileCan): RecordAction<Waybill>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['mawbs.show'] },
  {
    verb: 'book',
    label: t('action.book'),
    icon: IconCalendarCheck,
    button: 'main',
    dialog: (waybill, state) => <StepDialog {...state} waybill={waybill} step="book" />,
    refused: (waybill) =>
      can['mawb.book'] && waybill.status === WaybillStatus.Draft && missingParts(waybill).includes('flights')
        ? t('book.noFlights')
        : undefined,
  },
  {
    verb: 'issue',
    label: t('action.issue'),
    icon: IconFileCheck,
    button: 'main',
    dialog: (waybill, state) => <StepDialog {...state} waybill={waybill} step="issue" />,
    refused: (waybill) =>
      can['mawb.issue'] &&
      waybill.status === WaybillStatus.Booked &&
      missingParts(waybill).includes('contents')
        ? t('issue.empty')
        : undefined,
  },
  {
    verb: 'record_event',
    label: t('action.record_event'),
    icon: IconPlaneInflight,
    button: 'main',
    dialog: (waybill, state) => <EventDialog {...state} waybill={waybill} />,
  },
  {
    label: t('action.pdf'),
    icon: IconFileText,
    button: 'plain',
    to: ({ id }) => `/api/mawbs/${id}/pdf`,
    newTab: true,
  },
  { verb: 'update', label: t('action.update'), icon: IconPencil, button: 'plain', to: paths['mawbs.edit'] },
  {
    verb: 'amend',
    label: t('action.amend'),
    icon: IconPencilCheck,
    button: 'plain',
    to: paths['mawbs.amend'],
  },
  {
    verb: 'void',
    label: t('action.void'),
    icon: IconBan,
    danger: true,
    dialog: (waybill, state) => <VoidDialog {...state} waybill={waybill} />,
  },
]

/** Actions of a waybill, in the list and on its page. */
export function useWaybillActions() {
  const { t } = useTranslation('waybills')
  const { can } = useProfile()
  return useRecordActions<Waybill>({ actions: waybillActions(t, can), refresh: refreshWaybills })
}
