import { Box, Button, Skeleton } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrderLayerShow, useShopList } from '@/api/generated/endpoints/integrations/integrations'
import { PAGED } from '@/api/record-query'
import type { ShopListParams } from '@/api/schema'
import { InPerson } from '@/blocks/InPerson'
import { RecordList } from '@/blocks/RecordList'
import { useProfile } from '@/context/session'
import { IntegrationTabs } from '@/shared/integrations/IntegrationTabs'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useShopActions } from './actions'
import { shopColumns } from './columns'
import { HostCard } from './HostCard'
import { SHOP_TABS, shopList } from './list'

const ShopDialog = lazy(() => onceOnline(() => import('./ShopDialog')))

type ShopListState = ListState<typeof shopList.defaults>

const queryOf = ({ tab, ...query }: ShopListState['query']): ShopListParams => ({
  ...query,
  ended: tab === 'ended',
})

/** The shops whose orders become shipments, and the company's own host for orders. */
export function ShopsPage() {
  const { t } = useTranslation('shops')
  const { can } = useProfile()
  const list = useListParams(shopList)
  const result = useShopList(queryOf(list.query), PAGED)
  const columns = useMemo(() => shopColumns(t), [t])
  const actions = useShopActions()
  const hasHost = can['order_layer.show'] === true
  const host = useOrderLayerShow({ query: { enabled: hasHost } })
  // Its card stands above the list, which would move.
  if (host.isLoading) return <Skeleton h="70vh" radius="md" />
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Create />}
      tabs={
        <>
          <IntegrationTabs />
          {hasHost && (
            <Box mb="xs">
              <HostCard />
            </Box>
          )}
          <FilterTabs
            label={t('field.status')}
            value={list.values.tab ?? 'valid'}
            options={SHOP_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
            onChange={(tab) => list.setFilters({ tab })}
          />
        </>
      }
      search={t('search')}
      list={list}
      result={result}
      columns={columns}
      rowLabel={({ name }) => name}
      menu={actions.menu}
      empty={{ icon: IconBuildingStore, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

/** The button of a new shop, with its dialog. */
function Create() {
  const { t } = useTranslation('shops')
  const { can } = useProfile()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  // A shop creates shipments in the name of whoever connects it.
  if (!can['shop.create'] || !can['shipment.create']) return null
  return (
    <InPerson>
      <Button
        classNames={ICON_ON_PHONE}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          setAsked(true)
          setOpened(true)
        }}
      >
        {t('create.title')}
      </Button>
      {asked && (
        <Suspense>
          <ShopDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </InPerson>
  )
}
