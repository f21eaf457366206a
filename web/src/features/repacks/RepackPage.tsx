import { Anchor, Badge, Loader, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useInboundParcelList, useRepackShow } from '@/api/generated/endpoints/receiving/receiving'
import type { InboundParcel, Repack } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { useRepackActions } from './actions'
import { PackLine } from './PackLine'
import { RepackFacts } from './RepackFacts'
import classes from './Repacks.module.css'

/** Parcels of one request. */
const MOST = 50

/** One request for a shipment: its parcels, what goes in, and what to do with it. */
export function RepackPage({ id }: { id: string }) {
  const { t } = useTranslation('repacks')
  const format = useFormat()
  return (
    <RecordPage
      result={useRepackShow(id)}
      title={t('one')}
      failed={t('showFailed')}
      nameOf={({ client_name, parcel_count }) =>
        t('named', { client: client_name, count: parcel_count, number: format.number(parcel_count) })
      }
      actions={useRepackActions()}
      sideAt="start"
      side={(repack) => (
        <PageCard>
          <RepackFacts repack={repack} />
        </PageCard>
      )}
    >
      {(repack) => (
        <PageCard title={t('field.parcels')}>
          <Stack gap="sm">
            {repack.can.scan && <PackLine repack={repack} />}
            <Parcels repack={repack} />
          </Stack>
        </PageCard>
      )}
    </RecordPage>
  )
}

function Parcels({ repack }: { repack: Repack }) {
  const { t } = useTranslation('repacks')
  const result = useInboundParcelList({ repack_id: repack.id, per_page: MOST })
  const parcels = result.data?.data
  if (!parcels && result.error) return <LoadFailure title={t('parcelsFailed')} result={result} />
  if (!parcels) return <Loader aria-label={t('field.parcels')} />
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={classes.list} aria-label={t('field.parcels')}>
      {parcels.map((parcel) => (
        <li key={parcel.id} className={classes.line}>
          <Line parcel={parcel} currency={repack.currency} />
        </li>
      ))}
      {repack.missing.map(({ external_code, reason }) => (
        <li key={external_code} className={classes.line}>
          <span>
            {external_code}
            <Text size="xs" c="dimmed">
              {reason}
            </Text>
          </span>
          <Badge variant="light" color="orange" tt="none">
            {t('missing')}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

function Line({ parcel, currency }: { parcel: InboundParcel; currency: string }) {
  const { t } = useTranslation('repacks')
  const { id, external_code, content, place, scanned_at, fee_share, storage } = parcel
  return (
    <>
      <span>
        <Anchor component={AppLink} to={paths['inbound_parcels.show']({ id })}>
          {external_code}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[place, content].filter(Boolean).join(' · ')}
        </Text>
      </span>
      {fee_share && (
        <Text size="xs" c="dimmed">
          {t('field.fee')}: <Money amount={fee_share} currency={currency} />
          {storage && (
            <>
              {' · '}
              {t('field.storage')}: <Money amount={storage.amount} currency={storage.currency} />
            </>
          )}
        </Text>
      )}
      <Badge
        variant="light"
        color={scanned_at ? 'teal' : 'gray'}
        tt="none"
        leftSection={scanned_at && <IconCheck size={13} aria-hidden />}
      >
        {scanned_at ? t('in') : t('notIn')}
      </Badge>
    </>
  )
}
