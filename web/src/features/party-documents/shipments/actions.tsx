import { IconCalendarDue, IconCircleCheck, IconDownload, IconEye, IconFilePlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { regulatoryDocumentVerify } from '@/api/generated/endpoints/regulatory/regulatory'
import type { Profile, RegulatoryDocumentRecord } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { fileUrl } from './list'
import { refreshShipmentDocuments } from './refresh'

const ReplaceShipmentDocument = lazy(() => onceOnline(() => import('./ReplaceShipmentDocument')))
const LastDayDialog = lazy(() => onceOnline(() => import('./LastDayDialog')))

const documentActions = (
  t: TFunction<'party-documents'>,
  can: Profile['can'],
): RecordAction<RegulatoryDocumentRecord>[] => [
  {
    only: 'list',
    label: t('action.openRequest'),
    icon: IconEye,
    to: ({ request_id }) => paths['regulatory_requests.show']({ id: request_id }),
  },
  { label: t('action.download'), icon: IconDownload, to: fileUrl, newTab: true },
  {
    verb: 'verify',
    label: t('action.verify'),
    icon: IconCircleCheck,
    refused: ({ state }) =>
      can['regulatory_request.verify'] && state === 'expired' ? t('verify.expired') : undefined,
    ask: ({ kind, shipment }) => ({
      title: t('verify.title', { kind: t(`shipmentKind.${kind}`), owner: shipment.tracking_code }),
      text: t('verify.textShipments'),
    }),
    run: ({ id, version }) => regulatoryDocumentVerify(id, { version }),
    done: () => t('verify.done'),
  },
  {
    verb: 'update',
    label: t('action.lastDay'),
    icon: IconCalendarDue,
    dialog: (document, state) => <LastDayDialog document={document} {...state} />,
  },
  {
    verb: 'replace',
    label: t('action.replace'),
    icon: IconFilePlus,
    dialog: (document, state) => <ReplaceShipmentDocument document={document} {...state} />,
  },
]

/** What can be done with a document of a shipment in the list. */
export function useShipmentDocumentActions() {
  const { t } = useTranslation('party-documents')
  const { can } = useProfile()
  return useRecordActions<RegulatoryDocumentRecord>({
    actions: documentActions(t, can),
    refresh: (client, saved) => void refreshShipmentDocuments(client, saved.request_id),
  })
}
