import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inventoryRecount } from '@/api/generated/endpoints/stock/stock'
import type { InventoryDetails, InventoryFigures, InventoryLine } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Inventories.module.css'
import { refreshInventories } from './refresh'

const differs = ({ figures }: InventoryLine) => (figures?.variance ?? 0) !== 0

/** Counted lines, the differences first; whoever decides can let lines be counted again. */
export function ReviewLines({ inventory }: { inventory: InventoryDetails }) {
  const { t } = useTranslation('inventories')
  const format = useFormat()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { id, version, can } = inventory
  const lines = inventory.lines.toSorted((one, other) => Number(differs(other)) - Number(differs(one)))

  function toggle(line: number, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(line)
    else next.delete(line)
    setChosen(next)
  }

  async function recount() {
    setBusy(true)
    try {
      const { data } = await inventoryRecount(id, { lines: [...chosen], version })
      setChosen(new Set())
      refreshInventories(client, data)
      notify.success(t('recount.done'))
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageCard title={t('lines')}>
      {can.recount && (
        <Group justify="space-between" mb="xs">
          <Text size="sm">{t('recount.text')}</Text>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={chosen.size === 0}
            loading={busy}
            onClick={() => void recount()}
          >
            {t('action.recount')}
          </Button>
        </Group>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('lines')}>
        {lines.map((line) => (
          <li key={line.line} className={classes.line}>
            <Stack gap={2}>
              <Text size="sm" fw={600}>
                {line.place} · {line.title}
              </Text>
              <Text size="xs" c="dimmed">
                {[line.sku, line.lot, line.expiration_date && format.day(line.expiration_date)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {line.figures && <Figures figures={line.figures} />}
            </Stack>
            <Group gap="xs">
              {line.figures && <Verdict figures={line.figures} />}
              {can.recount && (
                <Checkbox
                  size="md"
                  aria-label={t('recount.line', { goods: line.title, place: line.place })}
                  checked={chosen.has(line.line)}
                  onChange={(event) => toggle(line.line, event.currentTarget.checked)}
                />
              )}
            </Group>
          </li>
        ))}
      </ul>
      {lines.length === 0 && <Text c="dimmed">{t('noLines')}</Text>}
    </PageCard>
  )
}

function Figures({ figures }: { figures: InventoryFigures }) {
  const { t } = useTranslation('inventories')
  const format = useFormat()
  return (
    <>
      {figures.counts.map((count) => (
        <Text
          key={`${count.counted_at} ${count.counted_by} ${count.quantity}`}
          size="xs"
          className={classes.figures}
        >
          <span>{t('count.by', { number: format.number(count.quantity), name: count.counter_name })}</span>
          <span>{t('count.ledger', { number: format.number(count.balance) })}</span>
          <Moment at={count.counted_at} />
        </Text>
      ))}
    </>
  )
}

function Verdict({ figures: { variance } }: { figures: InventoryFigures }) {
  const { t } = useTranslation('inventories')
  const format = useFormat()
  if (variance === null) {
    return (
      <Badge variant="light" color="gray" tt="none">
        {t('notCounted')}
      </Badge>
    )
  }
  if (variance === 0) {
    return (
      <Badge variant="light" color="teal" tt="none">
        {t('agrees')}
      </Badge>
    )
  }
  const number = format.number(Math.abs(variance))
  return (
    <Badge variant="light" color={variance > 0 ? 'blue' : 'red'} tt="none">
      {variance > 0 ? t('more', { number }) : t('fewer', { number })}
    </Badge>
  )
}
