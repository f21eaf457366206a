import { Anchor, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Manifest, ManifestStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Manifests.module.css'
import { manifestLook } from './status'
import { wayOf } from './way'
import { withdrawalOf } from './withdrawal'

/** Where one goes on whose waybill is void or has changed. */
const WAYS_ON: Partial<Record<ManifestStatus, 'open' | 'closed' | 'sent'>> = {
  [ManifestStatus.Open]: 'open',
  [ManifestStatus.Closed]: 'closed',
  [ManifestStatus.Sent]: 'sent',
  [ManifestStatus.Accepted]: 'sent',
  [ManifestStatus.Rejected]: 'sent',
}

function nextOf(manifest: Manifest, t: TFunction<'manifests'>) {
  const { status, is_known, is_waybill_void, is_waybill_changed } = manifest
  const withdrawal = withdrawalOf(manifest)
  if (withdrawal) return t(`withdrawn.${withdrawal}`)
  const way = WAYS_ON[status]
  if (way === 'open' && is_waybill_void && is_known) return t('waybillVoid.amended')
  if (way && is_waybill_void) return t(`waybillVoid.${way}`)
  if (way && way !== 'open' && is_waybill_changed) return t(`waybillChanged.${way}`)
  return t(`next.${status}`)
}

/** In what state a manifest is, and what is known of it. */
export function ManifestFacts({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('manifests')
  const format = useFormat()
  const { can, menu } = useProfile()
  const { mawb_id, mawb_number, flights, departs_on } = manifest
  const { house_count, piece_count, weight_g, closed_at, sent_at, accepted_count, rejected_count } = manifest
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={manifestLook(manifest.status, t)} />
      <Text size="sm" mt="xs">
        {nextOf(manifest, t)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.way')}>{wayOf(manifest)}</Fact>
        <Fact label={t('field.kind')}>{t(`kind.${manifest.kind}`)}</Fact>
        <Fact label={t('field.partner')}>{manifest.partner_name}</Fact>
        <Fact label={t('field.provider')}>{manifest.provider_name}</Fact>
        <Fact label={t('field.mawb_number')}>
          {mawb_id && menu.mawbs && can['mawb.show'] ? (
            <Anchor component={AppLink} to={paths['mawbs.show']({ id: mawb_id })}>
              {mawb_number}
            </Anchor>
          ) : (
            mawb_number
          )}
        </Fact>
        <Fact label={t('field.flight')}>
          {[flights, departs_on && format.day(departs_on)].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={t('field.revision')}>
          {`${manifest.revision} · ${t(`purpose.${manifest.purpose}`)}`}
        </Fact>
        <Fact label={t('field.houses')}>{house_count !== null && format.number(house_count)}</Fact>
        <Fact label={t('field.pieces')}>{piece_count !== null && format.number(piece_count)}</Fact>
        <Fact label={t('field.weight')}>{weight_g !== null && format.weight(weight_g)}</Fact>
        <Fact label={t('field.accepted')}>{accepted_count > 0 && format.number(accepted_count)}</Fact>
        <Fact label={t('field.rejected')}>{rejected_count > 0 && format.number(rejected_count)}</Fact>
        <Fact label={t('field.closed_at')}>{closed_at && <Moment at={closed_at} />}</Fact>
        <Fact label={t('field.sent_at')}>{sent_at && <Moment at={sent_at} />}</Fact>
        <Fact label={t('field.note')} long>
          {manifest.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {manifest.reason}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={manifest.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}
