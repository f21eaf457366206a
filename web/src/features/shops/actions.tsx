import { IconListDetails, IconPencil, IconPlugConnectedX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { shopRevoke } from '@/api/generated/endpoints/integrations/integrations'
import type { Shop } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { onceOnline } from '@/ui/once-online'
import { refreshShops } from './refresh'

const ShopDialog = lazy(() => onceOnline(() => import('./ShopDialog')))
const ShopCallsDialog = lazy(() => onceOnline(() => import('./ShopCallsDialog')))

const shopActions = (t: TFunction<'shops'>): RecordAction<Shop>[] => [
  {
    label: t('action.show'),
    icon: IconListDetails,
    dialog: (shop, { opened, onClose }) => <ShopCallsDialog shop={shop} opened={opened} onClose={onClose} />,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    dialog: (shop, { opened, onClose }) => <ShopDialog shop={shop} opened={opened} onClose={onClose} />,
  },
  {
    verb: 'revoke',
    label: t('action.revoke'),
    icon: IconPlugConnectedX,
    danger: true,
    ask: ({ name }) => ({ title: t('revoke.title', { name }), text: t('revoke.text') }),
    run: ({ id, version }) => shopRevoke(id, { version }),
    done: (shop: Shop) => t('revoke.done', { name: shop.name }),
  },
]

/** The actions on a shop in the list. */
export function useShopActions() {
  const { t } = useTranslation('shops')
  return useRecordActions<Shop>({ actions: shopActions(t), refresh: refreshShops })
}
