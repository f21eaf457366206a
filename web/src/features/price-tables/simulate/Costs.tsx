import { Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PriceCosts, PriceLine } from '@/api/schema'
import { Refusals } from '@/shared/pricing/PriceLines'
import { useLineText } from '@/shared/pricing/useLineText'
import classes from './SimulatePage.module.css'

/** The company's costs of the shipment beside its price. */
export function Costs({ costs }: { costs: PriceCosts }) {
  const { t } = useTranslation('price-simulation')
  const { title, money, number } = useLineText()
  const { table_code, beside, total, margin, margin_pct, refused } = costs
  const hasCosts = beside.some(({ cost }) => cost !== null)
  return (
    <div className={classes.card}>
      <Title order={2}>{t('cost.title')}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {table_code ? t('cost.table', { code: table_code }) : t('cost.none')}
      </Text>
      <Refusals refused={refused} title={t('refused')} />
      {hasCosts && (
        <Table aria-label={t('cost.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('cost.charge')}</Table.Th>
              <Table.Th ta="end">{t('cost.sell')}</Table.Th>
              <Table.Th ta="end">{t('cost.cost')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {beside.map(({ code, of, sell, cost }) => (
              <Table.Tr key={`${code} ${of}`}>
                <Table.Th scope="row" fw={400}>
                  {title({ code: code as PriceLine['code'], of })}
                </Table.Th>
                <Table.Td ta="end">{money(sell) || '–'}</Table.Td>
                <Table.Td ta="end">{money(cost) || '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {total && (
        <div className={classes.total}>
          <span>{t('cost.total')}</span>
          <span>{money(total)}</span>
        </div>
      )}
      {margin && (
        <div className={classes.total}>
          <span>{t('cost.margin')}</span>
          <span>
            {money(margin)}
            {margin_pct !== null && ` (${number(margin_pct)} %)`}
          </span>
        </div>
      )}
    </div>
  )
}
