import { Badge, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type PickListDetails,
  type PickListLine,
  type PickListPick,
  PickListStatus,
  type StockElsewhere,
} from '@/api/schema'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import classes from './PickLists.module.css'

/** The goods to pick and where they are held; for missing ones, where others are. */
export function PickListLines({ list }: { list: PickListDetails }) {
  const { t } = useTranslation('pick-lists')
  return (
    <PageCard title={t('lines')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('lines')}>
        {list.lines.map((line) => (
          <li key={line.line} className={classes.line}>
            <Line
              line={line}
              currency={list.currency}
              isOpen={list.status === PickListStatus.Open || list.status === PickListStatus.Allocated}
            />
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

type LineProps = { line: PickListLine; currency: string | null; isOpen: boolean }

function Line({ line, currency, isOpen }: LineProps) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const { title, sku, quantity, picked, returned, short, missing, picks, elsewhere, unit_value } = line
  return (
    <>
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {sku}
        </Text>
        {picks.map((pick) => (
          <Pick key={`${pick.place} ${pick.lot} ${pick.expiration_date ?? ''}`} pick={pick} />
        ))}
        {elsewhere.map((other) => (
          <Other
            key={`${other.warehouse_code} ${other.place} ${other.lot} ${other.expiration_date ?? ''} ${other.obstacle}`}
            other={other}
          />
        ))}
      </Stack>
      <Stack gap={4} align="flex-end">
        <Text size="sm">
          {unit_value !== null && currency && (
            <>
              <Money amount={unit_value} currency={currency} perUnit /> ·{' '}
            </>
          )}
          {t('countOf', { number: format.number(picked), total: format.number(quantity) })}
        </Text>
        {isOpen && missing > 0 && (
          <Badge variant="light" color="red" tt="none">
            {t('missing', { number: format.number(missing) })}
          </Badge>
        )}
        {returned > 0 && (
          <Badge variant="light" color="gray" tt="none">
            {t('returned', { number: format.number(returned) })}
          </Badge>
        )}
        {short > 0 && (
          <Badge variant="light" color="red" tt="none">
            {t('short', { number: format.number(short) })}
          </Badge>
        )}
        {picked === quantity && returned === 0 && (
          <Badge variant="light" color="teal" tt="none">
            {t('complete')}
          </Badge>
        )}
      </Stack>
    </>
  )
}

function Pick({ pick }: { pick: PickListPick }) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const { place, lot, expiration_date, quantity, obstacle } = pick
  const parts = [
    lot,
    expiration_date && t('expires', { day: format.day(expiration_date) }),
    `× ${format.number(quantity)}`,
    obstacle && t(`obstacle.${obstacle}`),
  ]
  return (
    <Text size="sm" {...(obstacle && { c: 'red' })}>
      <strong>{place}</strong> {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}

function Other({ other }: { other: StockElsewhere }) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const { warehouse_code, place, lot, expiration_date, quantity, obstacle } = other
  return (
    <Text size="xs" c="dimmed">
      {[
        `${warehouse_code} · ${place}`,
        lot,
        expiration_date && t('expires', { day: format.day(expiration_date) }),
        `× ${format.number(quantity)}`,
        t(`obstacle.${obstacle}`),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}
