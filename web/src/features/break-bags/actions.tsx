import { IconBan, IconChecklist, IconCircleCheck, IconEye, IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  breakBagCancel,
  breakBagFinish,
  breakBagReopen,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { type BreakBag, BreakBagStatus, type CargoFlight, type ProfileCan } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { findAwaited } from './flights'
import { refreshBreakBags } from './refresh'

const CloseDialog = lazy(() => onceOnline(() => import('./CloseDialog')))

const about = ({ number, place }: BreakBag) => `${number} · ${place}`

/** Parcels among the pieces that a flight still brings are not short yet. */
const tellAwaited = (t: TFunction<'break-bags'>, format: Format, { flight, day, ...pieces }: CargoFlight) => {
  const count = pieces.expected - pieces.received
  return t('finish.awaited', { flight, day: format.day(day), count, number: format.number(count) })
}

const breakBagActions = (
  t: TFunction<'break-bags'>,
  can: ProfileCan,
  awaited: (broken: BreakBag) => string[],
): RecordAction<BreakBag>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['break_bags.show'] },
  {
    verb: 'finish',
    label: t('action.finish'),
    icon: IconChecklist,
    button: 'main',
    ask: (broken) => ({
      title: t('finish.title', { number: broken.number }),
      text: [
        ...awaited(broken),
        t('finish.text', { count: broken.expected_count - broken.found_count }),
      ].join(' '),
    }),
    run: ({ id, version }) => breakBagFinish(id, { version }),
    done: () => t('finish.done'),
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
  const client = useQueryClient()
  const format = useFormat()
  const awaited = (broken: BreakBag) =>
    findAwaited(client, broken).map((flight) => tellAwaited(t, format, flight))
  return useRecordActions<BreakBag>({ actions: breakBagActions(t, can, awaited), refresh: refreshBreakBags })
}
