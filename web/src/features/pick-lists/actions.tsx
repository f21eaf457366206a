import { IconBan, IconCheck, IconEye, IconLock, IconPackage, IconPlaylistAdd } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { pickListAllocate, pickListCancel, pickListRest } from '@/api/generated/endpoints/stock/stock'
import type { PickList, PickListDetails } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshPickLists } from './refresh'

const PackDialog = lazy(() => onceOnline(() => import('./PackDialog')))
const FinishDialog = lazy(() => onceOnline(() => import('./FinishDialog')))

const about = ({ number, reference }: PickList) => [number, reference].filter(Boolean).join(' · ')

const isShort = ({ quantity, picked, held }: PickList) => picked + held < quantity

const pickListActions = (t: TFunction<'pick-lists'>): RecordAction<PickList, PickListDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['pick_lists.show'] },
  {
    verb: 'allocate',
    label: t('action.allocate'),
    icon: IconLock,
    button: 'main',
    run: ({ id, version }) => pickListAllocate(id, { version }),
    done: (_, saved) => (isShort(saved) ? t('allocate.short') : t('allocate.done')),
  },
  {
    verb: 'finish',
    label: t('action.finish'),
    icon: IconCheck,
    button: 'plain',
    dialog: (list, state) => <FinishDialog {...state} list={list} />,
  },
  {
    verb: 'pack',
    label: t('action.pack'),
    icon: IconPackage,
    button: 'main',
    dialog: (list, state) => <PackDialog {...state} list={list} />,
  },
  {
    verb: 'rest',
    label: t('action.rest'),
    icon: IconPlaylistAdd,
    button: 'plain',
    ask: () => ({ title: t('rest.title'), text: t('rest.text') }),
    run: ({ id, version }) => pickListRest(id, { version }),
    done: (_, saved) => t('rest.done', { number: saved.number }),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (list) => ({
      title: t('cancel.title'),
      about: about(list),
      label: t('field.reason'),
      text: list.external_id ? t('cancel.textOrder') : t('cancel.text'),
    }),
    run: ({ id, version }, reason) => pickListCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** The actions on a pick list, in the list and on its page. */
export function usePickListActions() {
  const { t } = useTranslation('pick-lists')
  return useRecordActions<PickList, PickListDetails>({
    actions: pickListActions(t),
    refresh: refreshPickLists,
  })
}
