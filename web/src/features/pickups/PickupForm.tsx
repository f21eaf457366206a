import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { pickupCreate, pickupUpdate, usePickupShow } from '@/api/generated/endpoints/pickups/pickups'
import { useShipmentProposal, useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import { freshly } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { isPlace } from '@/ui/fields/coordinates'
import { WeightField } from '@/ui/fields/MeasureField'
import { PhoneField } from '@/ui/fields/PhoneField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { CandidateList } from './CandidateList'
import { RepeatFields } from './RepeatFields'
import { refreshPickups } from './refresh'
import { emptyPickup, fromProposal, fromShipment, inputOf, type PickupValues, valuesOf } from './values'
import { WindowFields } from './WindowFields'

type PickupFormProps = {
  id?: string
  /** The shipment that the pickup is asked for. */
  shipment?: string | undefined
}

/** Asks for a pickup, or changes the one of this id. */
export function PickupForm({ id, shipment }: PickupFormProps) {
  const { t } = useTranslation('pickups')
  const { required } = useRules()
  const known = useKnown(id, shipment)
  const { is_outside } = useProfile()
  return (
    <RecordForm
      name={shipment ? `pickup-of-${shipment}` : 'pickup'}
      id={id}
      result={usePickupShow(id ?? '', freshly(id))}
      lookups={[useChoices(), ...known.lookups]}
      title={id ? t('one') : t('create')}
      text={t('form.text')}
      nameOf={({ number }) => t('named', { number })}
      empty={known.empty}
      valuesOf={valuesOf}
      validate={{
        client_id: (client_id) => (is_outside ? null : required(client_id)),
        address_1: required,
        city: required,
        country_id: required,
        contact: required,
        on_date: required,
        from_time: required,
        to_time: required,
        parcels: required,
        coordinates: (text) => (isPlace(text) ? null : t('form.coordinatesWrong')),
      }}
      save={(values, kept) =>
        kept
          ? pickupUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : pickupCreate(inputOf(values))
      }
      refresh={refreshPickups}
      submitLabel={id ? t('form.save') : t('form.send')}
      savedText={id ? t('form.saved') : t('form.sent')}
      leaveTo={(saved) => {
        const to = saved?.id ?? id
        return to ? paths['pickups.show']({ id: to }) : paths['pickups.index']()
      }}
    >
      {(fields) => (
        <>
          {!is_outside && id === undefined && <ClientSection fields={fields} />}
          <FormSection title={t('form.place')} text={t('form.placeText')}>
            <RecordAddress fields={fields} also={['address_1']} />
            {!is_outside && (
              <TextInput
                {...fields.text('coordinates')}
                label={t('field.coordinates')}
                description={t('form.coordinatesText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={60}
                autoComplete="off"
              />
            )}
            <Contact fields={fields} />
          </FormSection>
          <FormSection title={t('form.window')} text={t('form.windowText')}>
            <WindowFields fields={fields} address={fields.values} />
          </FormSection>
          <FormSection title={t('form.parcels')} text={t('form.parcelsText')}>
            <CandidateList fields={fields} pickupId={id} />
            <Parcels fields={fields} />
          </FormSection>
          <FormSection title={t('form.repeat')} text={t('form.repeatText')}>
            <RepeatFields fields={fields} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

/** What is known of a new pickup: the sender of its shipment, or the client's own address. */
function useKnown(id: string | undefined, shipment: string | undefined) {
  const { config } = useSite()
  const { is_outside, can } = useProfile()
  const ofShipment = useShipmentShow(shipment ?? '', freshly(shipment))
  const asksOwn = id === undefined && shipment === undefined && is_outside && can['shipment.create'] === true
  const own = useShipmentProposal(undefined, { query: { enabled: asksOwn }, request: { quiet: true } })
  return {
    lookups: [...(shipment ? [ofShipment] : []), ...(asksOwn ? [own] : [])],
    empty: (): PickupValues => ({
      ...emptyPickup(config.country_id),
      ...(own.data && fromProposal(own.data.data)),
      ...(ofShipment.data && fromShipment(ofShipment.data.data)),
    }),
  }
}

type SectionProps = { fields: TiedFields<PickupValues> }

function ClientSection({ fields: { values, at, patch } }: SectionProps) {
  const { t } = useTranslation('pickups')
  return (
    <FormSection title={t('field.client')}>
      <ClientChoice
        {...at('client_id')}
        label={t('field.client')}
        withAsterisk
        value={values.client_id}
        name={values.client_label}
        onChange={(client_id, client_label) => patch({ client_id, client_label, shipment_ids: [] })}
      />
    </FormSection>
  )
}

function Contact({ fields: { values, at, set, text } }: SectionProps) {
  const { t } = useTranslation('pickups')
  const { data } = useChoices()
  const country = data?.countries.find(({ id }) => id === values.country_id)
  return (
    <>
      <TextInput {...text('contact')} {...HALF} label={t('field.contact')} withAsterisk maxLength={120} />
      <div data-width="half">
        <PhoneField
          {...at('phone')}
          label={t('field.phone')}
          value={values.phone ?? ''}
          onChange={(phone) => set('phone', phone || null)}
          codes={data?.codes ?? []}
          defaultCountry={country?.alpha2 ?? ''}
        />
      </div>
      <TextInput
        {...text('ready_place')}
        label={t('field.ready_place')}
        description={t('form.readyHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
      />
      <Textarea
        {...text('instructions')}
        label={t('field.instructions')}
        autosize
        minRows={2}
        maxLength={500}
      />
    </>
  )
}

function Parcels({ fields: { values, at, set } }: SectionProps) {
  const { t } = useTranslation('pickups')
  return (
    <>
      <WholeField
        {...at('parcels')}
        {...HALF}
        label={t('field.parcels')}
        withAsterisk
        min={1}
        max={10_000}
        value={values.parcels}
        onChange={(parcels) => set('parcels', parcels)}
      />
      <WeightField
        {...at('weight_g')}
        {...HALF}
        label={t('field.weight')}
        value={values.weight_g}
        onChange={(weight_g) => set('weight_g', weight_g)}
      />
    </>
  )
}
