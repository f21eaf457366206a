import { Button, Group, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCashHandoverWaiting } from '@/api/generated/endpoints/deliveries/deliveries'
import type { WaitingCash } from '@/api/schema'
import { useSwitchedReason } from '@/blocks/InPerson'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './CashHandovers.module.css'

const CountDialog = lazy(() => onceOnline(() => import('./CountDialog')))

const keyOf = ({ driver_id, subsidiary_id, currency }: WaitingCash) =>
  `${driver_id} ${subsidiary_id} ${currency}`

/** Cash that drivers still have. Its amounts are not known before it is counted. */
export function WaitingCashCard() {
  const { t } = useTranslation('cash-handovers')
  const result = useCashHandoverWaiting()
  const [counted, setCounted] = useState<WaitingCash>()
  const [opened, setOpened] = useState(false)
  const switched = useSwitchedReason()
  const waiting = result.data?.data
  if (!waiting && result.error) return <LoadFailure title={t('waiting.failed')} result={result} />
  if (!waiting || waiting.length === 0) return null
  return (
    <PageCard title={t('waiting.title')}>
      {switched && (
        <Text size="sm" c="dimmed" mb="xs">
          {switched}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('waiting.title')}>
        {waiting.map((cash) => (
          <li key={keyOf(cash)} className={classes.line}>
            <Driver cash={cash} />
            <Button
              variant="default"
              leftSection={<IconCash size={16} stroke={1.75} aria-hidden />}
              aria-haspopup="dialog"
              aria-label={t('waiting.countOf', { driver: cash.driver_name })}
              disabled={!cash.can_count || switched !== undefined}
              onClick={() => {
                setCounted(cash)
                setOpened(true)
              }}
            >
              {t('action.count')}
            </Button>
          </li>
        ))}
      </ul>
      {counted && (
        <Suspense>
          <CountDialog key={keyOf(counted)} cash={counted} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </PageCard>
  )
}

function Driver({ cash }: { cash: WaitingCash }) {
  const { t } = useTranslation('cash-handovers')
  const format = useFormat()
  const count = cash.deliveries.length
  return (
    <div>
      <Text size="sm" fw={600}>
        {cash.driver_name} · {cash.currency}
      </Text>
      <Group gap={4}>
        <Text size="xs" c="dimmed">
          {t('deliveries', { count, number: format.number(count) })} · {t('waiting.since')}{' '}
          <Moment at={cash.since} relative />
        </Text>
      </Group>
      {!cash.can_count && (
        <Text size="xs" c="dimmed">
          {t('waiting.notYou')}
        </Text>
      )}
    </div>
  )
}
