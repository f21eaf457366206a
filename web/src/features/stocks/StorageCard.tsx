import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStockStorage } from '@/api/generated/endpoints/stock/stock'
import type { Stock } from '@/api/schema'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import classes from './Stocks.module.css'

/** The price of the storage of goods of a client so far; nothing where it is free. */
export function StorageCard({ stock }: { stock: Stock }) {
  const { t } = useTranslation('stocks')
  const format = useFormat()
  const storage = useStockStorage(stock.id, { query: { enabled: stock.client_id !== null } }).data?.data
  if (!storage || storage.currency === null) return null
  const { currency, amount, fee_per_day, free_days, quantity, stays } = storage
  return (
    <PageCard title={t('storage.title')}>
      <Text size="sm">{t('storage.text')}</Text>
      <Facts label={t('storage.title')} className={classes.facts}>
        <Fact label={t('storage.amount')}>
          <Money amount={amount} currency={currency} />
        </Fact>
        <Fact label={t('storage.fee')}>
          <Money amount={fee_per_day} currency={currency} />
        </Fact>
        <Fact label={t('storage.freeDays')}>{format.number(free_days)}</Fact>
        <Fact label={t('storage.quantity')}>{format.number(quantity)}</Fact>
      </Facts>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('storage.stays')}>
        {stays.map((stay) => (
          <li key={`${stay.since} ${stay.quantity}`} className={classes.line}>
            <Text size="sm">
              {t('storage.stay', {
                number: format.number(stay.quantity),
                days: format.number(stay.days),
                paid: format.number(stay.paid_days),
              })}
            </Text>
            <Text size="sm" fw={600}>
              <Money amount={stay.amount} currency={currency} />
            </Text>
          </li>
        ))}
      </ul>
    </PageCard>
  )
}
