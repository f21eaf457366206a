import { Badge, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type PurchaseDetails, type PurchaseLine, PurchaseStatus } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import classes from './Purchases.module.css'

/** The goods that were ordered, and how many are still to come. */
export function PurchaseLines({ purchase }: { purchase: PurchaseDetails }) {
  const { t } = useTranslation('purchases')
  const { status } = purchase
  const isOpen = status === PurchaseStatus.Ordered || status === PurchaseStatus.PartlyReceived
  return (
    <PageCard title={t('lines')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('lines')}>
        {purchase.lines.map((line) => (
          <li key={line.line} className={classes.line}>
            <Line line={line} currency={purchase.currency} isOpen={isOpen} />
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

type LineProps = { line: PurchaseLine; currency: string; isOpen: boolean }

function Line({ line, currency, isOpen }: LineProps) {
  const { t } = useTranslation('purchases')
  const format = useFormat()
  const { title, sku, quantity, received, missing, unit_cost } = line
  return (
    <>
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {sku}
        </Text>
      </Stack>
      <Stack gap={4} align="flex-end">
        <Text size="sm">
          {unit_cost !== null && (
            <>
              <Money amount={unit_cost} currency={currency} perUnit /> ·{' '}
            </>
          )}
          {t('countOf', { number: format.number(received), total: format.number(quantity) })}
        </Text>
        {isOpen && missing > 0 && (
          <Badge variant="light" color="yellow" tt="none">
            {t('missing', { number: format.number(missing) })}
          </Badge>
        )}
        {received >= quantity && (
          <Badge variant="light" color="teal" tt="none">
            {t('complete')}
          </Badge>
        )}
      </Stack>
    </>
  )
}
