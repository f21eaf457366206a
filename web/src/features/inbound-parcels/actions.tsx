import {
  IconArchive,
  IconBan,
  IconEye,
  IconPackageImport,
  IconPencil,
  IconPlaneDeparture,
  IconTrash,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { inboundParcelAbandon, inboundParcelCancel } from '@/api/generated/endpoints/receiving/receiving'
import { type InboundParcel, InboundParcelStatus, type Profile } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { refreshInboundParcels } from './refresh'

const IdentifyDialog = lazy(() => onceOnline(() => import('./IdentifyDialog')))
const RequestShipment = lazy(() => onceOnline(() => import('./RequestShipment')))
const PlaceDialog = lazy(() => onceOnline(() => import('./PlaceDialog')))

/** Parcels of one shipment. */
const MOST = 50

export const parcelActions = (
  t: TFunction<'inbound-parcels'>,
  format: Format,
  can: Profile['can'],
): RecordAction<InboundParcel>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['inbound_parcels.show'] },
  {
    verb: 'identify',
    label: t('action.identify'),
    icon: IconUserQuestion,
    button: 'main',
    dialog: (parcel, state) => <IdentifyDialog parcel={parcel} {...state} />,
  },
  {
    verb: 'receive',
    label: t('action.receive'),
    icon: IconPackageImport,
    button: 'main',
    dialog: (parcel, state) => <PlaceDialog parcel={parcel} kind="receive" {...state} />,
  },
  {
    verb: 'put_away',
    label: t('action.put_away'),
    icon: IconArchive,
    button: 'main',
    dialog: (parcel, state) => <PlaceDialog parcel={parcel} kind="put_away" {...state} />,
  },
  {
    verb: 'request',
    label: t('action.request'),
    icon: IconPlaneDeparture,
    button: 'main',
    dialog: (parcel, { opened, onClose }) => (
      <RequestShipment chosen={{ rows: [parcel], clear: () => {} }} opened={opened} onClose={onClose} />
    ),
    bulk: { most: MOST, tooMany: t('request.tooMany', { max: MOST }), dialog: RequestShipment },
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    button: 'plain',
    to: paths['inbound_parcels.edit'],
  },
  {
    verb: 'abandon',
    label: t('action.abandon'),
    icon: IconTrash,
    danger: true,
    reason: ({ external_code, client_name, storage }) => ({
      title: t('abandon.title', { code: external_code }),
      about: client_name,
      label: t('field.reason'),
      text: storage?.is_charged_when_abandoned
        ? t('abandon.textCharged', { amount: format.money(storage.amount, storage.currency) })
        : t('abandon.text'),
    }),
    run: ({ id, version }, reason) => inboundParcelAbandon(id, { reason, version }),
    done: () => t('abandon.done'),
    refused: ({ status, storage }) =>
      can['inbound_parcel.abandon'] && status === InboundParcelStatus.Stored && storage
        ? t('abandon.early', { day: format.day(storage.abandon_from) })
        : undefined,
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: ({ external_code }) => ({
      title: t('cancel.title', { code: external_code }),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => inboundParcelCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** What can be done with a parcel of a client, in the list and on its page. */
export function useInboundParcelActions() {
  const { t } = useTranslation('inbound-parcels')
  const format = useFormat()
  const { can } = useProfile()
  return useRecordActions({ actions: parcelActions(t, format, can), refresh: refreshInboundParcels })
}
