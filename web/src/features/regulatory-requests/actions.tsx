import {
  IconFileAlert,
  IconFileCheck,
  IconFileUpload,
  IconFileX,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  invalidateRegulatoryRequestList,
  regulatoryRequestDelete,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRecordKind, RegulatoryRequest } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { refreshRegulatory } from '@/shared/regulatory/refresh'
import { type RegulatorySubject, regulatorySteps } from '@/shared/regulatory/steps'
import { RecordDialog } from './RecordDialog'
import { useResend } from './useResend'

type RequestAction = RecordAction<RegulatorySubject, RegulatoryRequest>

const RECORDED = {
  file: IconFileUpload,
  demand: IconFileAlert,
  answer: IconFileCheck,
  reject: IconFileX,
} satisfies Record<RegulatoryRecordKind, unknown>

/** What happened at the authority, recorded by hand. */
const recorded = (kind: RegulatoryRecordKind, t: TFunction<'regulatory-requests'>): RequestAction => ({
  only: 'page',
  verb: kind,
  label: t(`record.action.${kind}`),
  icon: RECORDED[kind],
  dialog: (request, state) => <RecordDialog request={request} kind={kind} {...state} />,
})

const deletion = (t: TFunction<'regulatory-requests'>): RequestAction => ({
  only: 'page',
  verb: 'delete',
  label: t('delete.action'),
  icon: IconTrash,
  danger: true,
  ask: ({ shipment }) => ({
    title: t('delete.title', { code: shipment.tracking_code }),
    text: t('delete.text'),
  }),
  remove: ({ id }) => regulatoryRequestDelete(id),
  done: () => t('delete.done'),
})

/** What can be done with a request, in the list and on its page. */
export function useRegulatoryActions(onChanged?: (saved: RegulatoryRequest) => void) {
  const { t } = useTranslation('regulatory-requests')
  const { t: regulatory } = useTranslation(['regulatory', 'codes'])
  const { request, cancel, complete } = regulatorySteps(regulatory)
  const resend: RequestAction = {
    verb: 'resend',
    label: regulatory('action.resend'),
    icon: IconRefresh,
    start: useResend(),
  }
  const records = (Object.keys(RECORDED) as RegulatoryRecordKind[]).map((kind) => recorded(kind, t))
  return useRecordActions<RegulatorySubject, RegulatoryRequest>({
    actions: [request, ...records, resend, cancel, complete, deletion(t)],
    refresh: refreshRegulatory,
    deleted: { refresh: invalidateRegulatoryRequestList, leaveTo: paths['regulatory_requests.index']() },
    onChanged,
  })
}
