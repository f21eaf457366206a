import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InventoryDetails } from '@/api/schema'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Inventories.module.css'
import { inventoryLook } from './status'

/** In what state an inventory is, and by which rules it is counted. */
export function InventoryFacts({ inventory }: { inventory: InventoryDetails }) {
  const { t } = useTranslation('inventories')
  const format = useFormat()
  const { status, counted, line_count, to_recount, differences, places, started_at, posted_at } = inventory
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={inventoryLook(status, t)} />
      <Text size="sm" mt="xs">
        {t(`next.${status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.warehouse')}>{inventory.warehouse_code}</Fact>
        <Fact label={t('field.client')}>{inventory.client_name ?? t('allGoods')}</Fact>
        <Fact label={t('field.places')}>
          {places.length > 3 ? format.number(places.length) : places.map(({ place }) => place).join(', ')}
        </Fact>
        <Fact label={t('field.counted')}>
          {line_count > 0 &&
            t('countOf', { number: format.number(counted), total: format.number(line_count) })}
        </Fact>
        <Fact label={t('field.to_recount')}>{to_recount > 0 && format.number(to_recount)}</Fact>
        <Fact label={t('field.differences')}>{differences !== null && format.number(differences)}</Fact>
        <Fact label={t('field.blind')}>{inventory.blind ? t('yes') : t('no')}</Fact>
        <Fact label={t('field.tolerance')}>
          {inventory.tolerance > 0 && format.number(inventory.tolerance)}
        </Fact>
        <Fact label={t('field.note')} long>
          {inventory.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {inventory.reason}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={inventory.created_at} />
        </Fact>
        <Fact label={t('field.started_at')}>{started_at && <Moment at={started_at} />}</Fact>
        <Fact label={t('field.posted_at')}>{posted_at && <Moment at={posted_at} />}</Fact>
      </Facts>
    </PageCard>
  )
}
