import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  manifestCreate,
  manifestUpdate,
  useManifestShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { freshly } from '@/api/record-query'
import { ManifestKind } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AirportChoice } from '@/shared/choices/AirportChoice'
import { PartnerChoice, ProviderChoice } from '@/shared/choices/RecordChoice'
import { DayField } from '@/ui/fields/DayField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { BagsField } from './BagsField'
import { refreshManifests } from './refresh'
import { ShipmentsField } from './ShipmentsField'
import { emptyManifest, inputOf, valuesOf } from './values'

/** Makes a manifest, or changes the one of this id. */
export function ManifestForm({ id }: { id?: string }) {
  const { t } = useTranslation('manifests')
  const { menu } = useProfile()
  return (
    <RecordForm
      name="manifest"
      id={id}
      result={useManifestShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      empty={emptyManifest}
      valuesOf={valuesOf}
      validate={{}}
      save={(values, kept) =>
        kept
          ? manifestUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : manifestCreate(inputOf(values))
      }
      refresh={refreshManifests}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['manifests.show']({ id: shown }) : paths['manifests.index']()
      }}
    >
      {(fields) => {
        const { values, set, at } = fields
        return (
          <>
            <FormSection title={t('section.receiver')}>
              <PartnerChoice {...fields.choice('partner_id')} {...HALF} label={t('field.partner')} />
              <ProviderChoice {...fields.choice('provider_id')} {...HALF} label={t('field.provider')} />
              <Select
                {...at('kind')}
                {...HALF}
                label={t('field.kind')}
                allowDeselect={false}
                data={Object.values(ManifestKind).map((value) => ({ value, label: t(`kind.${value}`) }))}
                value={values.kind}
                onChange={(kind) => kind && set('kind', kind as ManifestKind)}
              />
            </FormSection>
            <FormSection title={t('section.contents')} text={t('contentsText')}>
              {menu.bags && (
                <BagsField
                  {...at('bag_ids')}
                  label={t('field.bags')}
                  description={t('bagsText')}
                  value={values.bag_ids}
                  onChange={(ids) => set('bag_ids', ids)}
                />
              )}
              <ShipmentsField
                error={at('shipment_ids').error ?? (menu.bags ? undefined : at('bag_ids').error)}
                value={values.shipment_ids}
                onChange={(ids) => set('shipment_ids', ids)}
              />
            </FormSection>
            <FormSection title={t('section.way')} text={t('wayText')}>
              <div data-width="half">
                <AirportChoice
                  {...at('origin_airport')}
                  label={t('field.origin')}
                  value={values.origin_airport}
                  onChange={(iata) => set('origin_airport', iata)}
                />
              </div>
              <div data-width="half">
                <AirportChoice
                  {...at('destination_airport')}
                  label={t('field.destination')}
                  value={values.destination_airport}
                  onChange={(iata) => set('destination_airport', iata)}
                />
              </div>
              <TextInput
                {...fields.text('mawb_number')}
                {...HALF}
                label={t('field.mawb_number')}
                description={t('waybillText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                placeholder="020-81140743"
                inputMode="numeric"
                maxLength={20}
                autoComplete="off"
              />
              <TextInput
                {...fields.text('flight')}
                {...HALF}
                label={t('field.flight')}
                placeholder="LA8191"
                maxLength={10}
                autoCapitalize="characters"
                autoComplete="off"
              />
              <DayField
                {...at('flight_on')}
                {...HALF}
                label={t('field.flight_on')}
                value={values.flight_on ?? ''}
                onChange={(day) => set('flight_on', day || null)}
              />
              <Textarea
                {...fields.text('note')}
                label={t('field.note')}
                autosize
                minRows={2}
                maxLength={500}
              />
            </FormSection>
          </>
        )
      }}
    </RecordForm>
  )
}
