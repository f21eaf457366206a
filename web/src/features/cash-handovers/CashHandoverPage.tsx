import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCashHandoverShow } from '@/api/generated/endpoints/deliveries/deliveries'
import type { CashHandoverDetails } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useCashHandoverActions } from './actions'
import classes from './CashHandovers.module.css'
import { cashHandoverLook } from './status'

/** Cash that was counted: what was expected, what was there, and whose deliveries it is of. */
export function CashHandoverPage({ id }: { id: string }) {
  const { t } = useTranslation('cash-handovers')
  return (
    <RecordPage
      result={useCashHandoverShow(id)}
      title={t('one')}
      failed={t('showFailed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useCashHandoverActions()}
      sideAt="start"
      side={(handover) => <CashHandoverFacts handover={handover} />}
    >
      {(handover) => <Deliveries handover={handover} />}
    </RecordPage>
  )
}

function CashHandoverFacts({ handover }: { handover: CashHandoverDetails }) {
  const { t } = useTranslation('cash-handovers')
  const { currency, difference, decision } = handover
  return (
    <PageCard label={t('one')}>
      <StatusBadge status={cashHandoverLook(handover.status, t)} />
      <Facts className={classes.facts}>
        <Fact label={t('field.driver')}>{handover.driver_name}</Fact>
        <Fact label={t('field.expected')}>
          <Money amount={handover.expected} currency={currency} />
        </Fact>
        <Fact label={t('field.counted')}>
          <Money amount={handover.counted} currency={currency} />
        </Fact>
        <Fact label={t('field.difference')}>
          {Number(difference) !== 0 && <Money amount={difference} currency={currency} />}
        </Fact>
        <Fact label={t('field.counted_by')}>{handover.counted_by_name}</Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={handover.created_at} />
        </Fact>
        <Fact label={t('field.note')} long>
          {handover.note}
        </Fact>
        <Fact label={t('field.decision')}>{decision && t(`decision.${decision}`)}</Fact>
        <Fact label={t('field.reason')} long>
          {handover.reason}
        </Fact>
        <Fact label={t('field.decided_by')}>{handover.decided_by_name}</Fact>
        <Fact label={t('field.decided_at')}>
          {handover.decided_at && <Moment at={handover.decided_at} />}
        </Fact>
      </Facts>
    </PageCard>
  )
}

function Deliveries({ handover }: { handover: CashHandoverDetails }) {
  const { t } = useTranslation('cash-handovers')
  const { menu } = useProfile()
  const { currency } = handover
  return (
    <PageCard title={t('field.deliveries')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('field.deliveries')}>
        {handover.deliveries.map(({ id, number, recipient_name, amount, due, is_returned }) => (
          <li key={`${id} ${is_returned}`} className={classes.line}>
            <div>
              {menu.deliveries ? (
                <Anchor component={AppLink} to={paths['deliveries.show']({ id })} size="sm">
                  {number}
                </Anchor>
              ) : (
                <Text size="sm">{number}</Text>
              )}
              <Text size="xs" c="dimmed">
                {recipient_name}
              </Text>
            </div>
            <div className={classes.amount}>
              <Money amount={amount} currency={currency} />
              {is_returned && (
                <Text size="xs" c="dimmed">
                  {t('returned')}
                </Text>
              )}
              {!is_returned && due !== null && due !== amount && (
                <Text size="xs" c="dimmed">
                  {t('field.due')}: <Money amount={due} currency={currency} />
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </PageCard>
  )
}
