import { useTranslation } from 'react-i18next'
import { useInventoryShow } from '@/api/generated/endpoints/stock/stock'
import { RecordPage } from '@/blocks/RecordPage'
import { useInventoryActions } from './actions'
import { CountStation } from './CountStation'
import { InventoryFacts } from './InventoryFacts'
import { ReviewLines } from './ReviewLines'

/** One inventory: its lines to count, or what was counted. */
export function InventoryPage({ id }: { id: string }) {
  const { t } = useTranslation('inventories')
  return (
    <RecordPage
      result={useInventoryShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useInventoryActions()}
      side={(inventory) => <InventoryFacts inventory={inventory} />}
    >
      {(inventory) =>
        inventory.can.count ? <CountStation inventory={inventory} /> : <ReviewLines inventory={inventory} />
      }
    </RecordPage>
  )
}
