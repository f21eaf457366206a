import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useClaimShow } from '@/api/generated/endpoints/finance/finance'
import type { Claim } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { claimLook } from '@/shared/claims/status'
import { WalletLink } from '@/shared/wallet/WalletLink'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useClaimActions } from './actions'
import classes from './Claim.module.css'

/** One claim: what happened to the shipment, what was asked for, and what the company decided. */
export function ClaimPage({ id }: { id: string }) {
  const { t } = useTranslation('claims')
  return (
    <RecordPage
      result={useClaimShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useClaimActions()}
      sideAt="start"
      side={(claim) => <ClaimFacts claim={claim} />}
    >
      {(claim) => <Words claim={claim} />}
    </RecordPage>
  )
}

type ClaimProps = { claim: Claim }

function ClaimFacts({ claim }: ClaimProps) {
  const { t } = useTranslation('claims')
  const { is_outside } = useProfile()
  const { domain } = useSite()
  const { status, claimed_amount, decided_amount, currency, client_id, client_name } = claim
  return (
    <PageCard label={t('one')}>
      <p className={classes.lead}>
        <Money amount={decided_amount ?? claimed_amount} currency={currency} />
      </p>
      <StatusBadge status={claimLook(status, t)} />
      <Text size="sm" mt="xs">
        {t(is_outside ? `next.${status}` : `nextOfStaff.${status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.kind')}>{t(`kind.${claim.kind}`)}</Fact>
        <Fact label={t('field.shipment')}>
          <Anchor component={AppLink} to={paths['shipments.show']({ id: claim.shipment_id })} size="sm">
            {claim.tracking_code}
          </Anchor>
        </Fact>
        <Fact label={t('field.external_ref')}>{claim.external_ref}</Fact>
        <Fact label={t('field.client')}>
          {!is_outside && <WalletLink id={client_id} name={client_name} />}
        </Fact>
        <Fact label={t('field.claimed')}>
          <Money amount={claimed_amount} currency={currency} />
        </Fact>
        <Fact label={t('field.decided')}>
          {decided_amount && <Money amount={decided_amount} currency={currency} />}
        </Fact>
        <Fact label={t('field.opened_at')}>
          <Moment at={claim.opened_at} />
        </Fact>
        <Fact label={t('field.opened_by')}>
          {claim.opened_by_name ?? (is_outside && t('field.staff', { company: domain.name }))}
        </Fact>
        <Fact label={t('field.decided_at')}>{claim.decided_at && <Moment at={claim.decided_at} />}</Fact>
        <Fact label={t('field.decided_by')}>{claim.decided_by_name}</Fact>
        <Fact label={t('field.paid_at')}>{claim.paid_at && <Moment at={claim.paid_at} />}</Fact>
      </Facts>
    </PageCard>
  )
}

function Words({ claim: { description, decision_note, status } }: ClaimProps) {
  const { t } = useTranslation('claims')
  return (
    <Stack>
      <PageCard title={t('field.description')}>
        <Text className={classes.words}>{description}</Text>
      </PageCard>
      {decision_note && (
        <PageCard title={status === 'refused' ? t('field.reason') : t('field.note')}>
          <Text className={classes.words}>{decision_note}</Text>
        </PageCard>
      )}
    </Stack>
  )
}
