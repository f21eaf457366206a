import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Claim, Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Money } from '@/ui/Money'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Claims.module.css'
import { type Bound, isClaimable } from './claimable'
import { claimLook } from './status'

const OpenClaim = lazy(() => onceOnline(() => import('./OpenClaim')))

type ClaimsCardProps = {
  shipment: Shipment
  claims: Claim[]
  bound: Bound | undefined
  /** Its goods were received or picked up. */
  isHandedIn: boolean
}

/** The claims about a shipment with their states, and the way to a new one. Nothing where there is neither. */
export default function ClaimsCard({ shipment, claims, bound, isHandedIn }: ClaimsCardProps) {
  const { t } = useTranslation('claims')
  const { can } = useProfile()
  // Undefined until it is opened for the first time: then it stays, and fades away.
  const [opening, setOpening] = useState<boolean>()
  const isFit = can['claim.create'] === true && isClaimable(shipment, claims, isHandedIn)
  if (claims.length === 0 && !isFit) return null
  return (
    <PageCard title={t('title')}>
      {claims.length > 0 ? (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        <ul role="list" className={classes.list} aria-label={t('title')}>
          {claims.map((claim) => (
            <Line key={claim.id} claim={claim} />
          ))}
        </ul>
      ) : (
        <Text size="sm">{t(bound ? 'card.none' : 'card.noValue')}</Text>
      )}
      {isFit && bound && (
        <Button
          mt="sm"
          size="compact-sm"
          variant="default"
          leftSection={<IconShieldQuestion size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpening(true)}
        >
          {t('create.action')}
        </Button>
      )}
      <Suspense>
        {opening !== undefined && bound && (
          <OpenClaim shipment={shipment} bound={bound} opened={opening} onClose={() => setOpening(false)} />
        )}
      </Suspense>
    </PageCard>
  )
}

function Line({ claim }: { claim: Claim }) {
  const { t } = useTranslation('claims')
  const { id, number, kind, status, claimed_amount, decided_amount, currency, opened_at } = claim
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Anchor component={AppLink} to={paths['claims.show']({ id })} size="sm">
          {number}
        </Anchor>
        <StatusBadge status={claimLook(status, t)} />
      </Group>
      <Text size="sm">
        {t(`kind.${kind}`)} · <Money amount={decided_amount ?? claimed_amount} currency={currency} />
        {' · '}
        <Moment at={opened_at} relative />
      </Text>
    </li>
  )
}
