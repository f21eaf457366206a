import {
  IconAdjustments,
  IconArrowRight,
  IconEye,
  IconHandStop,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { stockRelease } from '@/api/generated/endpoints/stock/stock'
import type { Stock } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshStocks } from './refresh'

const AdjustDialog = lazy(() => onceOnline(() => import('./AdjustDialog')))
const HoldDialog = lazy(() => onceOnline(() => import('./HoldDialog')))
const MoveDialog = lazy(() => onceOnline(() => import('./MoveDialog')))
const RemoveDialog = lazy(() => onceOnline(() => import('./RemoveDialog')))

/** How people know the goods of a lot in a place. */
export const stockName = ({ title, lot, place }: Stock) => [title, lot, place].filter(Boolean).join(' · ')

const stockActions = (t: TFunction<'stocks'>): RecordAction<Stock>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['stocks.show'] },
  {
    verb: 'move_goods',
    label: t('action.move'),
    icon: IconArrowRight,
    button: 'main',
    dialog: (stock, state) => <MoveDialog {...state} stock={stock} />,
  },
  {
    verb: 'remove',
    label: t('action.remove'),
    icon: IconTrash,
    button: 'plain',
    dialog: (stock, state) => <RemoveDialog {...state} stock={stock} />,
  },
  {
    verb: 'adjust',
    label: t('action.adjust'),
    icon: IconAdjustments,
    dialog: (stock, state) => <AdjustDialog {...state} stock={stock} />,
  },
  {
    verb: 'hold',
    label: t('action.hold'),
    icon: IconHandStop,
    dialog: (stock, state) => <HoldDialog {...state} stock={stock} />,
  },
  {
    verb: 'release',
    label: t('action.release'),
    icon: IconLockOpen,
    ask: () => ({ title: t('release.title'), text: t('release.text') }),
    run: ({ id, version }) => stockRelease(id, { version }),
    done: () => t('release.done'),
  },
]

/** The actions on a stock, in the list and on its page. */
export function useStockActions() {
  const { t } = useTranslation('stocks')
  return useRecordActions<Stock>({ actions: stockActions(t), refresh: refreshStocks })
}
