import { Anchor, Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useManifestList } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Waybill, WaybillStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { listed } from '@/ui/wording'
import { findCurrentManifest } from './current-manifest'
import { missingParts } from './missing'
import { waybillLook } from './status'
import classes from './Waybills.module.css'
import { wayOf } from './way'

/** In what state a waybill is, what it needs next, and what is known of it. */
export function WaybillFacts({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const missing = missingParts(waybill)
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={waybillLook(waybill.status, t)} />
      <Text size="sm" mt="xs">
        {t(`next.${waybill.status}`)}
      </Text>
      {missing.length > 0 && (
        <Text size="sm" mt="xs">
          {t('stillMissing', { parts: listed(missing.map((part) => t(`missing.${part}`))) })}
        </Text>
      )}
      <Facts className={classes.facts}>
        <WayFacts waybill={waybill} />
        <CargoFacts waybill={waybill} />
        <PaperFacts waybill={waybill} />
        <ManifestFact waybill={waybill} />
      </Facts>
    </PageCard>
  )
}

function WayFacts({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { airline_code, provider_name, cutoff_at, is_foreign } = waybill
  return (
    <>
      <Fact label={t('field.airline')}>{[airline_code, provider_name].filter(Boolean).join(' · ')}</Fact>
      <Fact label={t('field.source')}>
        {is_foreign && (
          <Badge variant="light" color="orange" tt="none">
            {t('foreign')}
          </Badge>
        )}
      </Fact>
      <Fact label={t('field.way')}>{wayOf(waybill)}</Fact>
      <Fact label={t('field.cutoff_at')}>{cutoff_at && <Moment at={cutoff_at} />}</Fact>
    </>
  )
}

/** Counted pieces and weights, and how the typed ones differ. */
function CargoFacts({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { totals, counted, volume_cm3 } = waybill
  const { pieces_difference, gross_difference_g } = totals
  const sign = (difference: number) => (difference > 0 ? '+' : '−')
  return (
    <>
      <Fact label={t('field.pieces')}>{format.number(totals.pieces)}</Fact>
      <Fact label={t('field.counted_pieces')}>
        {pieces_difference !== null &&
          pieces_difference !== 0 &&
          t('differs', {
            counted: format.number(counted.bag_parcels + counted.loose_parcels),
            difference: `${sign(pieces_difference)}${format.number(Math.abs(pieces_difference))}`,
          })}
      </Fact>
      <Fact label={t('field.gross')}>{format.weight(totals.gross_g)}</Fact>
      <Fact label={t('field.counted_weight')}>
        {gross_difference_g !== null &&
          gross_difference_g !== 0 &&
          t('differs', {
            counted: format.weight(counted.weight_g),
            difference: `${sign(gross_difference_g)}${format.weight(Math.abs(gross_difference_g))}`,
          })}
      </Fact>
      <Fact label={t('field.chargeable')}>{format.weight(totals.chargeable_g)}</Fact>
      <Fact label={t('field.volume')}>{volume_cm3 !== null && `${format.number(volume_cm3 / 1e6)} m³`}</Fact>
      <Fact label={t('field.goods')} long>
        {waybill.goods}
      </Fact>
      <Fact label={t('field.handling_codes')}>{waybill.handling_codes.join(' ')}</Fact>
      <Fact label={t('field.handling_note')} long>
        {waybill.handling_note}
      </Fact>
    </>
  )
}

function PaperFacts({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { revision, issued_at, executed_on, executed_at, signatory } = waybill
  const signed = [executed_on && format.day(executed_on), executed_at, signatory].filter(Boolean)
  return (
    <>
      <Fact label={t('field.is_electronic')}>{waybill.is_electronic ? t('yes') : t('no')}</Fact>
      <Fact label={t('field.customs_reference')}>{waybill.customs_reference}</Fact>
      <Fact label={t('field.signed')}>{signed.join(' · ')}</Fact>
      <Fact label={t('field.issued_at')}>{issued_at && <Moment at={issued_at} />}</Fact>
      <Fact label={t('field.revision')}>{revision > 1 && revision}</Fact>
      <Fact label={t('field.reason')} long>
        {waybill.reason}
      </Fact>
      <Fact label={t('field.carrier_note')} long>
        {waybill.carrier_note}
      </Fact>
      <Fact label={t('field.moved_at')}>{waybill.moved_at && <Moment at={waybill.moved_at} />}</Fact>
      <Fact label={t('field.note')} long>
        {waybill.note}
      </Fact>
      <Fact label={t('field.created_at')}>
        <Moment at={waybill.created_at} />
      </Fact>
    </>
  )
}

/** The manifest of its houses, or the way to make one. */
function ManifestFact({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { can } = useProfile()
  const listed = { query: { enabled: can['manifest.list'] === true } }
  const { data, isLoading } = useManifestList({ mawb_id: waybill.id, per_page: 10 }, listed)
  const manifest = data && findCurrentManifest(data.data)
  const canMake = data && can['manifest.create'] && waybill.status !== WaybillStatus.Void
  const to = manifest
    ? paths['manifests.show']({ id: manifest.id })
    : `${paths['manifests.create']()}?mawb_id=${waybill.id}`
  const link = (
    <Anchor component={AppLink} to={to} size="sm">
      {manifest?.number ?? t('makeManifest')}
    </Anchor>
  )
  // Its place is kept until it is known.
  return <Fact label={t('field.manifest')}>{isLoading ? '…' : (manifest || canMake) && link}</Fact>
}
