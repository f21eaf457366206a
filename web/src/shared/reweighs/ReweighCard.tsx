import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Reweigh, ReweighStatus } from '@/api/schema'
import { RecordButtons } from '@/blocks/RecordButtons'
import { useProfile } from '@/context/session'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useReweighActions } from './actions'
import { Figures } from './Figures'
import classes from './Reweighs.module.css'
import { reweighLook, reweighWord } from './status'

/** A weighing of a shipment: both figures, the photos, and what can be done about it. */
export default function ReweighCard({ reweigh }: { reweigh: Reweigh }) {
  const { t } = useTranslation('reweighs')
  const format = useFormat()
  const actions = useReweighActions()
  const { seq, status, verdict, deadline_on } = reweigh
  // Several stand on one page.
  const title = seq > 1 ? t('cardOf', { number: seq }) : t('card')
  const waits = status === ReweighStatus.Held
  return (
    <PageCard title={title}>
      <Stack gap="sm">
        <Group gap="xs">
          <StatusBadge status={reweighLook(status, t)} />
          <Text size="sm">{reweighWord(reweigh, t)}</Text>
        </Group>
        {waits && <Next verdict={verdict as HoldingVerdict} />}
        <Figures reweigh={reweigh} />
        <Photos reweigh={reweigh} />
        <Facts>
          <Fact label={t('field.deadline')}>{waits && deadline_on && format.day(deadline_on)}</Fact>
          <Fact label={t('field.dispute')} long>
            {reweigh.dispute}
          </Fact>
          <Fact label={t('field.reason')} long>
            {reweigh.reason}
          </Fact>
          <Fact label={t('field.measured_at')}>
            <Moment at={reweigh.created_at} />
          </Fact>
          <Fact label={t('field.decided_at')}>
            {reweigh.decided_at && <Moment at={reweigh.decided_at} />}
          </Fact>
        </Facts>
        <Group gap="xs" justify="flex-end">
          <RecordButtons actions={actions} record={reweigh} offeredAs={title} />
        </Group>
      </Stack>
      {actions.dialog}
    </PageCard>
  )
}

/** The verdicts that wait for the client. */
type HoldingVerdict = 'held_confirm' | 'held_funds' | 'refused_limit'

/** Why it waits, and for whom. */
function Next({ verdict }: { verdict: HoldingVerdict }) {
  const { t } = useTranslation('reweighs')
  const { is_outside } = useProfile()
  return <Text size="sm">{t(is_outside ? `next.${verdict}` : `nextOfClient.${verdict}`)}</Text>
}

/** The photos of the parcels on the scale, and the one of the client. */
function Photos({ reweigh: { id, parcels, disputed_at } }: { reweigh: Reweigh }) {
  const { t } = useTranslation('reweighs')
  const taken = parcels.filter(({ has_photo }) => has_photo)
  if (taken.length === 0 && !disputed_at) return null
  return (
    <p className={classes.photos}>
      {taken.map(({ seq }) => (
        <Anchor
          key={seq}
          href={`/api/reweighs/${id}/photo?seq=${seq}`}
          target="_blank"
          rel="noreferrer"
          className={classes.photo}
        >
          <img
            src={`/api/reweighs/${id}/photo?seq=${seq}`}
            alt={parcels.length > 1 ? t('photo.ofParcel', { number: seq }) : t('photo.parcel')}
            width={160}
            height={120}
            loading="lazy"
          />
        </Anchor>
      ))}
      {disputed_at && (
        <Anchor size="sm" href={`/api/reweighs/${id}/dispute_photo`} target="_blank" rel="noreferrer">
          {t('photo.dispute')}
        </Anchor>
      )}
    </p>
  )
}
