import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Bag } from '@/api/schema'
import { bagLook } from '@/shared/bags/status'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Bags.module.css'
import { wayOf } from './way'

/** In what state a bag is, and what is known of it. */
export function BagFacts({ bag }: { bag: Bag }) {
  const { t, i18n } = useTranslation('bags')
  const format = useFormat()
  const { gross_g, closed_at, dispatch_no, receptacle_no, tax_modality, category } = bag
  const offices = [bag.origin_office, bag.destination_office].filter(Boolean).join(' → ')
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={bagLook(bag.status, t)} />
      <Text size="sm" mt="xs">
        {t(`next.${bag.status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.way')}>{wayOf(bag)}</Fact>
        <Fact label={t('field.kind')}>{t(`kind.${bag.kind}`)}</Fact>
        <Fact label={t('field.warehouse')}>{bag.warehouse_code}</Fact>
        <Fact label={t('field.provider')}>{bag.provider_name}</Fact>
        <Fact label={t('field.service')}>
          {localeText(bag.service_title_locale, i18n.language) || t('anyService')}
        </Fact>
        <Fact label={t('field.tax_modality')}>{tax_modality && t(`modality.${tax_modality}`)}</Fact>
        <Fact label={t('field.triage_group')}>{bag.triage_group}</Fact>
        <Fact label={t('field.parcels')}>{format.number(bag.parcel_count)}</Fact>
        <Fact label={t('field.parcel_weight')}>{format.weight(bag.parcel_weight_g)}</Fact>
        <Fact label={t('field.tare')}>{bag.tare_g > 0 && format.weight(bag.tare_g)}</Fact>
        <Fact label={t('field.gross')}>{gross_g !== null && format.weight(gross_g)}</Fact>
        <Fact label={t('field.difference_reason')} long>
          {bag.difference_reason}
        </Fact>
        <Fact label={t('field.seal')}>{bag.seal}</Fact>
        <Fact label={t('field.closed_at')}>{closed_at && <Moment at={closed_at} />}</Fact>
        <Fact label={t('field.offices')}>{offices}</Fact>
        <Fact label={t('field.category')}>
          {category && [category, bag.subclass].filter(Boolean).join(' ')}
        </Fact>
        <Fact label={t('field.dispatch_no')}>
          {dispatch_no !== null && `${dispatch_no} / ${receptacle_no ?? ''}`}
        </Fact>
        <Fact label={t('field.s9_code')}>{bag.s9_code}</Fact>
        <Fact label={t('field.unit_code')}>{bag.unit_code}</Fact>
        <Fact label={t('field.note')} long>
          {bag.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {bag.reason}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={bag.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}
