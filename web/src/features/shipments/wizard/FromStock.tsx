import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickListList, useStockList } from '@/api/generated/endpoints/stock/stock'
import { type PickList, PickListStatus, type Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { onceOnline } from '@/ui/once-online'
import { FormCard } from '../form/FormCard'
import type { ShipmentFormModel } from '../form/fields'

const FromStockDialog = lazy(() => onceOnline(() => import('./FromStockDialog')))

type FromStockProps = Omit<StockCardProps, 'list'> & { children: ReactNode }

/**
 * The client's own goods as contents: the warehouse holds them for the draft, and packs them into it. The other cards come with it,
 * so that nothing moves.
 */
export function FromStock({ children, ...props }: FromStockProps) {
  const stock = useOwnStock(props.shipment)
  if (stock.isLoading) return <Skeleton h="90vh" radius="md" />
  return (
    <>
      {stock.isThere && <StockCard {...props} list={stock.list} />}
      {children}
    </>
  )
}

/** Whether the client has goods here, and the list that holds some of them for the draft. */
function useOwnStock({ id, client_id }: Shipment) {
  const { can, menu } = useProfile()
  const may = client_id !== null && can['pick_list.create'] === true && menu.stocks === true
  const quiet = { query: { enabled: may }, request: { quiet: true } }
  const lists = usePickListList({ shipment_id: id, per_page: 10 }, quiet)
  const goods = useStockList({ ...(client_id && { client_id }), per_page: 10 }, quiet)
  const list = lists.data?.data.find(({ status }) => status !== PickListStatus.Cancelled)
  // Who keeps no goods with the company is not asked for any.
  const isThere = may && lists.data !== undefined && (list !== undefined || Boolean(goods.data?.meta.total))
  return { list, isThere, isLoading: lists.isLoading || goods.isLoading }
}

type StockCardProps = { shipment: Shipment; model: ShipmentFormModel; list: PickList | undefined }

function StockCard({ shipment, model, list }: StockCardProps) {
  const { t } = useTranslation('shipment-wizard')
  const [asking, setAsking] = useState<boolean>()
  return (
    <FormCard title={t('stock.title')}>
      {list ? (
        <Held list={list} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('stock.text')}
          </Text>
          <div>
            <Button
              variant="default"
              leftSection={<IconBuildingWarehouse size={16} aria-hidden />}
              onClick={() => setAsking(true)}
            >
              {t('stock.choose')}
            </Button>
          </div>
        </>
      )}
      {asking !== undefined && (
        <Suspense>
          <FromStockDialog
            shipment={shipment}
            model={model}
            opened={asking}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </FormCard>
  )
}

function Held({ list }: { list: PickList }) {
  const { t } = useTranslation('shipment-wizard')
  return (
    <Text size="sm">
      {t('stock.held', { count: list.quantity, warehouse: list.warehouse_code })}{' '}
      <Anchor component={AppLink} to={paths['pick_lists.show']({ id: list.id })} size="sm">
        {list.number}
      </Anchor>
    </Text>
  )
}
