import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCodPayoutOpenList } from '@/api/generated/endpoints/finance/finance'
import { useSubsidiarySelect } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import type { OpenCash } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { Money } from '@/ui/Money'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './CodPayouts.module.css'
import { keyOf, namesOf } from './open-cash'

const PayDialog = lazy(() => onceOnline(() => import('./PayDialog')))
const PayManyDialog = lazy(() => onceOnline(() => import('./PayManyDialog')))

/** Cash that clients still get: staff pay it out, one client at a time or several to their wallets. */
export function OpenCashCard({ client }: { client?: string }) {
  const { t } = useTranslation('cod-payouts')
  const { is_outside } = useProfile()
  const result = useCodPayoutOpenList({ client_id: client })
  const branches = useSubsidiarySelect({ query: { enabled: !is_outside } })
  const [chosen, setChosen] = useState<string[]>([])
  const [paid, setPaid] = useState<OpenCash>()
  const [dialog, setDialog] = useState<'one' | 'many'>()
  const open = result.data?.data
  if (!open && result.error) return <LoadFailure title={t('open.failed')} result={result} />
  if (!open || open.length === 0) return null
  const many = open.filter((cash) => cash.can.create && chosen.includes(keyOf(cash)))
  const mayPay = open.some(({ can }) => can.create)
  const names = namesOf(open, branches.data?.data ?? [])
  return (
    <PageCard title={is_outside ? t('open.own') : t('open.title')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={is_outside ? t('open.own') : t('open.title')}>
        {open.map((cash) => (
          <li key={keyOf(cash)} className={classes.line}>
            <div className={classes.what}>
              {mayPay && (
                <Checkbox
                  aria-label={t('open.choose', { client: names(cash), currency: cash.currency })}
                  disabled={!cash.can.create}
                  checked={chosen.includes(keyOf(cash))}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen((keys) =>
                      checked ? [...keys, keyOf(cash)] : keys.filter((key) => key !== keyOf(cash)),
                    )
                  }
                />
              )}
              <OpenFacts cash={cash} name={is_outside ? undefined : names(cash)} />
            </div>
            {cash.can.create && (
              <Button
                variant="default"
                leftSection={<IconCash size={16} stroke={1.75} aria-hidden />}
                aria-haspopup="dialog"
                aria-label={t('open.payOf', { client: names(cash), currency: cash.currency })}
                onClick={() => {
                  setPaid(cash)
                  setDialog('one')
                }}
              >
                {t('action.pay')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {many.length > 0 && (
        <Group mt="sm">
          <Button aria-haspopup="dialog" onClick={() => setDialog('many')}>
            {t('open.payMany', { count: many.length })}
          </Button>
        </Group>
      )}
      <Suspense>
        {paid && (
          <PayDialog
            key={keyOf(paid)}
            cash={paid}
            opened={dialog === 'one'}
            onClose={() => setDialog(undefined)}
          />
        )}
        {(many.length > 0 || dialog === 'many') && (
          <PayManyDialog
            open={many}
            opened={dialog === 'many'}
            onClose={(isOver) => {
              setDialog(undefined)
              if (isOver) setChosen([])
            }}
          />
        )}
      </Suspense>
    </PageCard>
  )
}

/** Clients know whose cash it is. */
function OpenFacts({ cash, name }: { cash: OpenCash; name?: string }) {
  const { t } = useTranslation('cod-payouts')
  const format = useFormat()
  const { amount, currency, delivery_count, waiting_count, since } = cash
  const counted = t('deliveries', { count: delivery_count, number: format.number(delivery_count) })
  return (
    <div>
      <Text size="sm" fw={600}>
        {name && `${name} · `}
        <Money amount={amount} currency={currency} />
      </Text>
      <Text size="xs" c="dimmed">
        {counted} · {t('open.since')} <Moment at={since} relative />
      </Text>
      {waiting_count > 0 && (
        <Text size="xs" c="dimmed">
          {t('open.waiting', { count: waiting_count, number: format.number(waiting_count) })}
        </Text>
      )}
    </div>
  )
}
