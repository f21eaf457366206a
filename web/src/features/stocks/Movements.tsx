import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockReverse, useStockMovementList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { Stock, StockMovement } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { type Format, useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { Moment } from '@/ui/time/Moment'
import { AddPhoto } from './AddPhoto'
import { refreshStocks } from './refresh'
import classes from './Stocks.module.css'

const ReasonDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/ui/dialogs/ReasonDialog')).ReasonDialog })),
)
const ReturnDialog = lazy(() => onceOnline(() => import('./ReturnDialog')))

const PER_PAGE = 25

type Asked = { movement: StockMovement; about: 'reverse' | 'return'; key: string; opened: boolean }

/** The movements of a lot in a place, the newest first. */
export function Movements({ stock }: { stock: Stock }) {
  const { t } = useTranslation('stocks')
  const pages = usePartPages(PER_PAGE)
  const [asked, setAsked] = useState<Asked>()
  const result = useStockMovementList({ stock_id: stock.id, ...pages.params }, PAGED)
  const movements = result.data?.data
  const ask = (movement: StockMovement, about: Asked['about']) =>
    setAsked({ movement, about, key: uuidV7(), opened: true })
  const close = () => setAsked((now) => now && { ...now, opened: false })
  return (
    <PageCard title={t('movements.title')}>
      {!movements && result.error ? <LoadFailure title={t('movements.failed')} result={result} /> : null}
      {!movements && !result.error && <Loader aria-label={t('movements.title')} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('movements.title')}>
        {movements?.map((movement) => (
          <li key={movement.id} className={classes.line}>
            <Line stock={stock} movement={movement} onAsk={ask} />
          </li>
        ))}
      </ul>
      <PartPages pages={pages} meta={result.data?.meta} />
      {asked && (
        <Suspense>
          {asked.about === 'reverse' ? (
            <Reversal stock={stock} asked={asked} onClose={close} />
          ) : (
            <ReturnDialog movement={asked.movement} opened={asked.opened} onClose={close} />
          )}
        </Suspense>
      )}
    </PageCard>
  )
}

/** '+4' where goods came in, '−4' where they went out. */
function changeOf({ to_place_id, quantity }: StockMovement, stock: Stock, format: Format) {
  return to_place_id === stock.place_id ? `+${format.number(quantity)}` : `−${format.number(quantity)}`
}

type LineProps = {
  stock: Stock
  movement: StockMovement
  onAsk(movement: StockMovement, about: Asked['about']): void
}

function Line({ stock, movement, onAsk }: LineProps) {
  const { t } = useTranslation('stocks')
  const format = useFormat()
  const { kind, outside, from_place, to_place, from_after, to_after, removal, reason } = movement
  const isIn = movement.to_place_id === stock.place_id
  const after = isIn ? to_after : from_after
  const other = isIn ? from_place : to_place
  return (
    <>
      <span>
        <Text size="sm" fw={600} component="span">
          {t(`kind.${kind}`)}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            other && t(isIn ? 'movements.from' : 'movements.to', { place: other }),
            outside && t(`outside.${outside}`),
            removal && t(`removal.${removal}`),
            reason,
            movement.reversed_by !== null && t('movements.reversed'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <ListLink movement={movement} />
        {movement.has_photo && (
          <Anchor
            size="xs"
            href={`/api/stock-movements/${movement.id}/photo`}
            target="_blank"
            rel="noreferrer"
          >
            {t('movements.photo')}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          <Moment at={movement.posted_at} relative />
          <Actor movement={movement} />
        </Text>
      </span>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {changeOf(movement, stock, format)}
        </Text>
        {after !== null && <Text size="sm">{t('movements.after', { number: format.number(after) })}</Text>}
        {movement.can.add_photo && <AddPhoto movementId={movement.id} />}
        {movement.can.return_goods && (
          <Button variant="default" onClick={() => onAsk(movement, 'return')}>
            {t('action.return')}
          </Button>
        )}
        {movement.can.reverse && (
          <Button variant="default" onClick={() => onAsk(movement, 'reverse')}>
            {t('action.reverse')}
          </Button>
        )}
      </Group>
    </>
  )
}

/** Who did it. Clients are told that the company did. */
function Actor({ movement }: { movement: StockMovement }) {
  const { t } = useTranslation('stocks')
  const { is_outside } = useProfile()
  const { domain } = useSite()
  const name = is_outside ? domain.name : movement.actor_name
  return name ? <> · {t('movements.by', { name })}</> : null
}

/** The list for which goods were picked. */
function ListLink({ movement: { pick_list_id, pick_list_number } }: { movement: StockMovement }) {
  const { can } = useProfile()
  if (!pick_list_id || !can['pick_list.show']) return null
  return (
    <Anchor component={AppLink} to={paths['pick_lists.show']({ id: pick_list_id })} size="xs" display="block">
      {pick_list_number}
    </Anchor>
  )
}

function Reversal({ stock, asked, onClose }: { stock: Stock; asked: Asked; onClose(): void }) {
  const { t } = useTranslation('stocks')
  const client = useQueryClient()

  async function reverse(reason: string) {
    const { data } = await stockReverse(asked.movement.id, { key: asked.key, reason })
    refreshStocks(client, data.stock)
    notify.success(t('reverse.done'))
  }

  return (
    <ReasonDialog
      opened={asked.opened}
      onClose={onClose}
      title={t('reverse.title')}
      about={`${t(`kind.${asked.movement.kind}`)} · ${stock.title}`}
      label={t('field.reason')}
      text={t('reverse.text')}
      action={t('action.reverse')}
      run={reverse}
    />
  )
}
