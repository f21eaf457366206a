import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Stock } from '@/api/schema'
import { useProfile } from '@/context/session'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Stocks.module.css'
import { lotLook } from './status'

/** How much is there, and what is known of the lot. */
export function StockFacts({ stock }: { stock: Stock }) {
  const { t } = useTranslation('stocks')
  const format = useFormat()
  const { is_outside } = useProfile()
  const { expiration_date, ledger_difference, unit_cost, currency, last_moved_at } = stock
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={lotLook(stock.status, t)} />
      {stock.reason && (
        <Text size="sm" mt="xs">
          {stock.reason}
        </Text>
      )}
      <div className={classes.figures}>
        <span className={classes.count}>{format.number(stock.on_hand)}</span>
        <Text>{t('onHand')}</Text>
        <Text>
          {t('ofThese', { available: format.number(stock.available), held: format.number(stock.reserved) })}
        </Text>
      </div>
      {ledger_difference !== null && (
        <Alert color="red" mt="sm" title={t('differs')}>
          {t('differsText', { number: format.number(ledger_difference) })}
        </Alert>
      )}
      <Facts className={classes.facts}>
        <Fact label={t('field.sku')}>{stock.sku}</Fact>
        <Fact label={t('field.ean')}>{stock.ean}</Fact>
        <Fact label={t('field.client')}>{!is_outside && (stock.client_name ?? t('own'))}</Fact>
        <Fact label={t('field.lot')}>{stock.lot}</Fact>
        <Fact label={t('field.expiration_date')}>{expiration_date && format.day(expiration_date)}</Fact>
        <Fact label={t('field.place')}>{`${stock.warehouse_code} · ${stock.place}`}</Fact>
        <Fact label={t('field.place_kind')}>{t(`placeKind.${stock.place_kind}`)}</Fact>
        <Fact label={t('field.partner')}>{stock.partner}</Fact>
        <Fact label={t('field.provider')}>{stock.provider}</Fact>
        <Fact label={t('field.removed_itens')}>
          {stock.removed_itens > 0 && format.number(stock.removed_itens)}
        </Fact>
        <Fact label={t('field.unit_cost')}>
          {unit_cost !== null && currency && <Money amount={unit_cost} currency={currency} perUnit />}
        </Fact>
        <Fact label={t('field.received_at')}>
          <Moment at={stock.received_at} />
        </Fact>
        <Fact label={t('field.last_moved_at')}>{last_moved_at && <Moment at={last_moved_at} />}</Fact>
      </Facts>
    </PageCard>
  )
}
