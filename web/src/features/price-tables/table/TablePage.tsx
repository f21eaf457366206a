import { Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePriceTableShow } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { LinkTabs } from '@/ui/LinkTabs'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { KindBadge } from '../KindBadge'

type TablePageProps = {
  id: string
  /** The page's own button. */
  action?(table: PriceTable): ReactNode
  children(table: PriceTable): ReactNode
}

/** The frame of the pages of one price table. */
export function TablePage({ id, action, children }: TablePageProps) {
  const { t } = useTranslation('price-tables')
  const result = usePriceTableShow(id)
  const table = result.data?.data
  const tab = (name: string) => paths['price_tables.tab']({ id, tab: name })
  return (
    <ResourcePage
      title={table ? table.title : t('one')}
      text={table && t('ofTable', { code: table.code, currency: table.currency, unit: table.weight_unit })}
      aside={
        table && (
          <>
            <KindBadge kind={table.kind} />
            {!table.active && <ActiveBadge active={false} words={t('state', { returnObjects: true })} />}
          </>
        )
      }
      action={
        table && (
          <>
            <Button
              component={AppLink}
              to={tab('details')}
              variant="default"
              classNames={ICON_ON_PHONE}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('details')}
            </Button>
            {action?.(table)}
          </>
        )
      }
    >
      {table ? (
        <>
          <LinkTabs
            label={t('tabsOfTable')}
            tabs={[
              { to: paths['price_tables.show']({ id }), label: t('tab.versions') },
              { to: tab('simulate'), label: t('tab.simulate') },
              { to: tab('compare'), label: t('tab.compare') },
            ]}
          />
          {children(table)}
        </>
      ) : result.error ? (
        <LoadFailure title={t('failed')} result={result} />
      ) : (
        <Skeleton h="60vh" radius="md" />
      )}
    </ResourcePage>
  )
}

/** The frame while the code of a page is fetched: title and tabs stay where they are. */
export function TablePending({ id }: { id: string }) {
  return <TablePage id={id}>{() => <Skeleton h="60vh" radius="md" />}</TablePage>
}
