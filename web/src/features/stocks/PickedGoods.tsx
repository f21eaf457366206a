import { Button, Group, Loader, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getPickListShowQueryKey,
  invalidatePickListList,
  useStockMovementList,
} from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { StockMovement } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { Moment } from '@/ui/time/Moment'
import classes from './Stocks.module.css'

const ReturnDialog = lazy(() => onceOnline(() => import('./ReturnDialog')))

const PER_PAGE = 25

/** The goods picked for a list, and the way back of those that do not leave. */
export default function PickedGoods({ listId }: { listId: string }) {
  const { t } = useTranslation('stocks')
  const client = useQueryClient()
  const pages = usePartPages(PER_PAGE)
  const [asked, setAsked] = useState<{ movement: StockMovement; opened: boolean }>()
  const result = useStockMovementList({ pick_list_id: listId, ...pages.params }, PAGED)
  const picks = result.data?.data

  function close() {
    setAsked((now) => now && { ...now, opened: false })
    void client.invalidateQueries({ queryKey: getPickListShowQueryKey(listId) })
    void invalidatePickListList(client)
  }

  return (
    <PageCard title={t('picked.title')}>
      {!picks && result.error ? <LoadFailure title={t('movements.failed')} result={result} /> : null}
      {!picks && !result.error && <Loader aria-label={t('picked.title')} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('picked.title')}>
        {picks?.map((movement) => (
          <li key={movement.id} className={classes.line}>
            <Picked movement={movement} onReturn={() => setAsked({ movement, opened: true })} />
          </li>
        ))}
      </ul>
      <PartPages pages={pages} meta={result.data?.meta} />
      {asked && (
        <Suspense>
          <ReturnDialog
            key={asked.movement.id}
            movement={asked.movement}
            opened={asked.opened}
            onClose={close}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function Picked({ movement, onReturn }: { movement: StockMovement; onReturn(): void }) {
  const { t } = useTranslation('stocks')
  const format = useFormat()
  const { title, lot, quantity, returned, from_place, posted_at, actor_name } = movement
  return (
    <>
      <span>
        <Text size="sm" fw={600}>
          {[`${format.number(quantity)} × ${title}`, lot].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            from_place && t('movements.from', { place: from_place }),
            returned > 0 && t('picked.back', { number: format.number(returned) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          <Moment at={posted_at} relative />
          {actor_name && <> · {t('movements.by', { name: actor_name })}</>}
        </Text>
      </span>
      <Group gap="xs">
        {movement.can.return_goods && (
          <Button
            variant="default"
            aria-label={t('picked.return', { goods: [title, lot].filter(Boolean).join(' ') })}
            onClick={onReturn}
          >
            {t('action.return')}
          </Button>
        )}
      </Group>
    </>
  )
}
