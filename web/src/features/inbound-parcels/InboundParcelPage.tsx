import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInboundParcelShow } from '@/api/generated/endpoints/receiving/receiving'
import type { InboundParcel } from '@/api/schema'
import { useOnceCountriesAreNamed } from '@/api/useCountryName'
import { RecordPage } from '@/blocks/RecordPage'
import { PageCard } from '@/ui/PageCard'
import { useInboundParcelActions } from './actions'
import { InboundParcelFacts } from './InboundParcelFacts'
import classes from './InboundParcels.module.css'

/** One parcel of a client: what it is, its photo, and what to do with it. */
export function InboundParcelPage({ id }: { id: string }) {
  const { t } = useTranslation('inbound-parcels')
  return (
    <RecordPage
      result={useOnceCountriesAreNamed(useInboundParcelShow(id))}
      title={t('one')}
      failed={t('showFailed')}
      nameOf={({ external_code }) => external_code}
      actions={useInboundParcelActions()}
      sideAt="start"
      side={(parcel) => (
        <PageCard>
          <InboundParcelFacts parcel={parcel} />
        </PageCard>
      )}
    >
      {(parcel) => (
        <PageCard title={t('field.photo')}>
          <Photo parcel={parcel} />
        </PageCard>
      )}
    </RecordPage>
  )
}

/** The photo that the warehouse took. */
function Photo({ parcel: { id, has_photo, external_code } }: { parcel: InboundParcel }) {
  const { t } = useTranslation('inbound-parcels')
  if (!has_photo)
    return (
      <Text size="sm" c="dimmed">
        {t('noPhoto')}
      </Text>
    )
  return (
    <img
      src={`/api/inbound-parcels/${id}/photo`}
      alt={t('photoOf', { code: external_code })}
      className={classes.picture}
    />
  )
}
