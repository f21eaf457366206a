import { IconBan, IconChecklist, IconCircleCheck, IconEye, IconLockOpen } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { breakBagCancel, breakBagReopen } from '@/api/generated/endpoints/consolidation/consolidation'
import { type BreakBag, BreakBagStatus, type ProfileCan } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { refreshBreakBags } from './refresh'

const CloseDialog = lazy(() => onceOnline(() => import('./CloseDialog')))
const FinishDialog = lazy(() => onceOnline(() => import('./FinishDialog')))

const about = ({ number, place }: BreakBag) => `${number} · ${place}`

const breakBagActions = (t: TFunction<'break-bags'>, can: ProfileCan): RecordAction<BreakBag>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['break_bags.show'] },
  {
    verb: 'finish',
    label: t('action.finish'),
    icon: IconChecklist,
    button: 'main',
    dialog: (broken, state) => <FinishDialog {...state} broken={broken} />,
  },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconCircleCheck,
    button: 'main',
    dialog: (broken, state) => <CloseDialog {...state} broken={broken} />,
    refused: ({ status, open_count }) =>
      can['break_bag.close'] && status === BreakBagStatus.Counted && open_count > 0
        ? codeText('break_bag_open_lines', { count: open_count }, t('count.open_count'))
        : undefined,
  },
  {
    verb: 'reopen',
    label: t('action.reopen'),
    icon: IconLockOpen,
    button: 'plain',
    reason: (broken) => ({
      title: t('reopen.title'),
      about: about(broken),
      label: t('field.reason'),
      text: t('reopen.text'),
    }),
    run: ({ id, version }, reason) => breakBagReopen(id, { reason, version }),
    done: () => t('reopen.done'),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (broken) => ({
      title: t('cancel.title'),
      about: about(broken),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => breakBagCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** The actions on a break-bag, in the list and on its page. */
export function useBreakBagActions() {
  const { t } = useTranslation('break-bags')
  const { can } = useProfile()
  return useRecordActions<BreakBag>({ actions: breakBagActions(t, can), refresh: refreshBreakBags })
}
