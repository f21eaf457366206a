import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePurchaseShow } from '@/api/generated/endpoints/stock/stock'
import { RecordPage } from '@/blocks/RecordPage'
import { usePurchaseActions } from './actions'
import { PurchaseFacts } from './PurchaseFacts'
import { PurchaseLines } from './PurchaseLines'
import { PurchaseReceipts } from './PurchaseReceipts'

/** One purchase: what was ordered, what has come of it, and each receipt. */
export function PurchasePage({ id }: { id: string }) {
  const { t } = useTranslation('purchases')
  return (
    <RecordPage
      result={usePurchaseShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={usePurchaseActions()}
      side={(purchase) => <PurchaseFacts purchase={purchase} />}
    >
      {(purchase) => (
        <Stack>
          <PurchaseLines purchase={purchase} />
          {purchase.receipts.length > 0 && <PurchaseReceipts purchase={purchase} />}
        </Stack>
      )}
    </RecordPage>
  )
}
