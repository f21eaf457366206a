import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useManifestList, useMawbList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag, Manifest, Waybill } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'

/** The air waybills and manifests that have a bag, for those who may open them. */
export function BagTransport({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  const { can } = useProfile()
  const flown = { query: { enabled: can['mawb.list'] === true } }
  const listed = { query: { enabled: can['manifest.list'] === true } }
  const waybills = useMawbList({ bag_id: bag.id, is_void: false, per_page: 10 }, flown).data?.data ?? []
  const manifests = useManifestList({ bag_id: bag.id, per_page: 10 }, listed).data?.data ?? []
  if (waybills.length + manifests.length === 0) return null
  return (
    <PageCard title={t('transport.title')}>
      <Facts label={t('transport.title')}>
        {waybills.map((waybill) => (
          <WaybillFact key={waybill.id} waybill={waybill} />
        ))}
        {manifests.map((manifest) => (
          <ManifestFact key={manifest.id} manifest={manifest} />
        ))}
      </Facts>
    </PageCard>
  )
}

function WaybillFact({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('bags')
  const format = useFormat()
  const { id, number, flights, departs_on } = waybill
  return (
    <Fact label={t('transport.waybill')} long>
      <Anchor component={AppLink} to={paths['mawbs.show']({ id })} size="sm">
        {number}
      </Anchor>
      <Text size="sm">{[flights, departs_on && format.day(departs_on)].filter(Boolean).join(' · ')}</Text>
    </Fact>
  )
}

function ManifestFact({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('bags')
  const { id, number, partner_name, provider_name } = manifest
  return (
    <Fact label={t('transport.manifest')} long>
      <Anchor component={AppLink} to={paths['manifests.show']({ id })} size="sm">
        {number}
      </Anchor>
      <Text size="sm">{[partner_name, provider_name].filter(Boolean).join(' · ')}</Text>
    </Fact>
  )
}
