import { IconBan, IconCheck, IconEye, IconGavel, IconListCheck, IconPlayerPlay } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import {
  inventoryApprove,
  inventoryCancel,
  inventoryDecide,
  inventoryStart,
} from '@/api/generated/endpoints/stock/stock'
import type { Inventory, InventoryDetails } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshInventories } from './refresh'

const FinishDialog = lazy(() => onceOnline(() => import('./FinishDialog')))

const about = ({ number, note }: Inventory) => [number, note].filter(Boolean).join(' · ')

const inventoryActions = (t: TFunction<'inventories'>): RecordAction<Inventory, InventoryDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['inventories.show'] },
  {
    verb: 'start',
    label: t('action.start'),
    icon: IconPlayerPlay,
    button: 'main',
    run: ({ id, version }) => inventoryStart(id, { version }),
    done: () => t('start.done'),
  },
  {
    verb: 'finish',
    label: t('action.finish'),
    icon: IconListCheck,
    button: 'plain',
    dialog: (inventory, state) => <FinishDialog {...state} inventory={inventory} />,
  },
  {
    verb: 'decide',
    label: t('action.decide'),
    icon: IconGavel,
    reason: (inventory) => ({
      title: t('decide.title'),
      about: about(inventory),
      label: t('field.reason'),
      text: t('decide.text'),
    }),
    run: ({ id, version }, reason) => inventoryDecide(id, { reason, version }),
    done: () => t('decide.done'),
  },
  {
    verb: 'approve',
    label: t('action.approve'),
    icon: IconCheck,
    button: 'main',
    ask: (inventory) => ({
      title: t('approve.title'),
      text: t('approve.text', { count: inventory.differences ?? 0 }),
    }),
    run: ({ id, version }) => inventoryApprove(id, { version }),
    done: () => t('approve.done'),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (inventory) => ({
      title: t('cancel.title'),
      about: about(inventory),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => inventoryCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** The actions on an inventory, in the list and on its page. */
export function useInventoryActions() {
  const { t } = useTranslation('inventories')
  return useRecordActions<Inventory, InventoryDetails>({
    actions: inventoryActions(t),
    refresh: refreshInventories,
  })
}
