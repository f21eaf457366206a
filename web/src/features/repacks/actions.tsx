import { IconBan, IconBox, IconCircleCheck, IconEye, IconPackage } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { repackCancel, repackStart } from '@/api/generated/endpoints/receiving/receiving'
import { type Repack, RepackStatus } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshRepacks } from './refresh'

const FinishDialog = lazy(() => onceOnline(() => import('./FinishDialog')))

const repackActions = (t: TFunction<'repacks'>): RecordAction<Repack>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['repacks.show'] },
  {
    verb: 'start',
    label: t('action.start'),
    icon: IconBox,
    button: 'main',
    run: ({ id, version }) => repackStart(id, { version }),
    done: () => t('start.done'),
  },
  {
    only: 'page',
    verb: 'finish',
    label: t('action.finish'),
    icon: IconCircleCheck,
    button: 'main',
    dialog: (repack, state) => <FinishDialog repack={repack} {...state} />,
  },
  {
    when: ({ shipment_id }) => shipment_id !== null,
    label: t('action.shipment'),
    icon: IconPackage,
    button: 'plain',
    to: ({ shipment_id }) => paths['shipments.show']({ id: shipment_id ?? '' }),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: ({ status }) => ({
      title: t('cancel.title'),
      about: status === RepackStatus.Packing ? t('cancel.costs') : undefined,
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => repackCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** What can be done with a request, in the list and on its page. */
export function useRepackActions() {
  const { t } = useTranslation('repacks')
  return useRecordActions({ actions: repackActions(t), refresh: refreshRepacks })
}
