import { IconBan, IconCircleCheck, IconSend } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { regulatoryRequestChangeStatus } from '@/api/generated/endpoints/regulatory/regulatory'
import { type RegulatoryRequest, RegulatoryStatus, RegulatoryTarget } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { refusalText } from './status'

export type RegulatorySubject = Pick<
  RegulatoryRequest,
  'id' | 'anvisa_solicita_status' | 'shipment' | 'request_refusal' | 'can'
>

type Step = RecordAction<RegulatorySubject, RegulatoryRequest>

/** Requests, cancels or completes one request, and tells it by the code of its shipment. */
export function regulatorySteps(t: TFunction<'regulatory'>) {
  const change = (status: RegulatoryTarget) => ({
    run: ({ id }: RegulatorySubject) => regulatoryRequestChangeStatus({ id, status }),
    done: ({ shipment }: RegulatorySubject) => t(`done.${status}`, { code: shipment.tracking_code }),
  })
  return {
    request: {
      ...change(RegulatoryTarget.Pending),
      verb: 'request',
      label: t('action.request'),
      icon: IconSend,
      button: 'main',
      refused: ({ request_refusal }) => refusalText(request_refusal, t),
      undo: ({ anvisa_solicita_status: before }) =>
        before === RegulatoryStatus.NotRequested ? 'cancel' : undefined,
    },
    cancel: {
      ...change(RegulatoryTarget.NotRequested),
      verb: 'cancel',
      label: t('action.cancel'),
      icon: IconBan,
      undo: () => 'request',
    },
    /** Asks first: it cannot be undone. */
    complete: {
      ...change(RegulatoryTarget.Done),
      verb: 'complete',
      label: t('action.complete'),
      icon: IconCircleCheck,
      ask: ({ shipment }) => ({
        title: t('complete.title', { code: shipment.tracking_code }),
        text: t('complete.text'),
      }),
    },
  } satisfies Record<string, Step>
}
