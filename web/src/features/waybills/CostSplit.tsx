import { Loader, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMawbCosts } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { Waybill, WaybillShare } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { CodeLink } from './CodeLink'
import classes from './Waybills.module.css'

const PER_PAGE = 10

/** The share of each shipment in the cost of the waybill, by its weight. The shares add up to the total. */
export function CostSplit({ waybill }: { waybill: Waybill }) {
  const { currency, counted, totals } = waybill
  const isEmpty = counted.bags + counted.loose_shipments === 0
  if (currency === null || isEmpty || Number(totals.total) === 0) return null
  return <Shares waybill={waybill} currency={currency} />
}

function Shares({ waybill, currency }: { waybill: Waybill; currency: string }) {
  const { t } = useTranslation('waybills')
  const pages = usePartPages(PER_PAGE)
  const result = useMawbCosts(waybill.id, pages.params, PAGED)
  const shares = result.data?.data
  return (
    <PageCard title={t('section.costs')}>
      <Stack gap="sm">
        <Text size="sm">{t('costsText')}</Text>
        {!shares && result.error ? <LoadFailure title={t('costsFailed')} result={result} /> : null}
        {!shares && !result.error && <Loader aria-label={t('section.costs')} />}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('section.costs')}>
          {shares?.map((share) => (
            <li key={share.shipment_id} className={classes.line}>
              <Share share={share} currency={currency} />
            </li>
          ))}
        </ul>
        <PartPages pages={pages} meta={result.data?.meta} />
      </Stack>
    </PageCard>
  )
}

function Share({ share, currency }: { share: WaybillShare; currency: string }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { shipment_id, tracking_code, pieces, weight_g, amount } = share
  return (
    <>
      <span>
        <CodeLink shipment={shipment_id} code={tracking_code} />
        <Text size="xs" c="dimmed">
          {t('pieces', { count: pieces, number: format.number(pieces) })} · {format.weight(weight_g)}
        </Text>
      </span>
      <span className={classes.amount}>
        <Money amount={amount} currency={currency} />
      </span>
    </>
  )
}
