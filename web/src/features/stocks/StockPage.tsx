import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStockShow } from '@/api/generated/endpoints/stock/stock'
import { RecordPage } from '@/blocks/RecordPage'
import { stockName, useStockActions } from './actions'
import { Movements } from './Movements'
import { StockFacts } from './StockFacts'
import { StorageCard } from './StorageCard'

/** Goods of a lot in a place, and what happened to them. */
export function StockPage({ id }: { id: string }) {
  const { t } = useTranslation('stocks')
  return (
    <RecordPage
      result={useStockShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={stockName}
      actions={useStockActions()}
      side={(stock) => <StockFacts stock={stock} />}
    >
      {(stock) => (
        <Stack>
          <StorageCard stock={stock} />
          <Movements stock={stock} />
        </Stack>
      )}
    </RecordPage>
  )
}
