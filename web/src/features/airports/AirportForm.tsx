import { Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { airportUpdate, useAirportShow } from '@/api/generated/endpoints/reference/reference'
import { freshly } from '@/api/record-query'
import type { AirportRecord } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useCountryName } from '@/api/useCountryName'
import { useCountryCode } from '@/api/usePlaces'
import { RecordForm } from '@/blocks/RecordForm'
import { RestoreButton } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { PhoneField } from '@/ui/fields/PhoneField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { listed } from '@/ui/wording'
import { PlaceFields } from './PlaceFields'
import { nameOf, refreshAirports, useAirportRestore } from './useAirportEdits'
import { type AirportValues, EMPTY, valuesOf } from './values'

/** The company's own data of an airport. */
export function AirportForm({ id }: { id: string }) {
  const { t } = useTranslation('airports')
  const restoring = useAirportRestore()
  const result = useAirportShow(id, freshly(id))
  return (
    <RecordForm
      name="airport"
      id={id}
      result={result}
      lookups={[useChoices()]}
      title={t('one')}
      nameOf={nameOf}
      action={(record, onRestored) => (
        <RestoreButton record={record} restoring={restoring} onRestored={onRestored} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{}}
      save={({ version = 0, ...values }) => airportUpdate(id, { ...values, version })}
      refresh={refreshAirports}
      leaveTo={paths['airports.index']}
    >
      {(fields) => (
        <>
          <OwnPlace fields={fields} />
          <Use airport={result.data?.data} fields={fields} />
          <Desk airport={result.data?.data} fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type PartProps = { airport: AirportRecord | undefined; fields: TiedFields<AirportValues> }

/** The facts of an airport of the company's own; a shared one never changes. */
function OwnPlace({ fields: { values, at, set } }: { fields: TiedFields<AirportValues> }) {
  const { t } = useTranslation('airports')
  const { place } = values
  if (!place) return null
  return (
    <FormSection title={t('section.place')} text={t('section.placeText')}>
      <PlaceFields
        value={place}
        onChange={(patch) => set('place', { ...place, ...patch })}
        at={(field) => at(`place.${field}`)}
      />
    </FormSection>
  )
}

/** The company's name for the airport, and whether it is offered. */
function Use({ airport, fields: { values, text, at, set } }: PartProps) {
  const { t } = useTranslation('airports')
  const country = useCountryName()
  const { id, icao, city, country_id, time_zone } = airport ?? {}
  const facts = [id, icao, city, country(country_id ?? null), time_zone].filter((fact) => !!fact)
  return (
    <FormSection title={t('section.use')} text={listed(facts as string[])}>
      <TextInput
        {...text('nickname')}
        label={t('field.nickname')}
        description={t('nicknameText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={airport?.name}
        maxLength={120}
      />
      <Switch
        {...at('favourite')}
        label={t('decision.favourite')}
        description={t('decision.favouriteText')}
        disabled={values.hidden}
        checked={values.favourite && !values.hidden}
        onChange={(event) => set('favourite', event.currentTarget.checked)}
      />
      <Switch
        {...at('hidden')}
        label={t('decision.hidden')}
        description={t('decision.hiddenText')}
        checked={values.hidden}
        onChange={(event) => set('hidden', event.currentTarget.checked)}
      />
    </FormSection>
  )
}

/** How the cargo desk is reached. */
function Desk({ airport, fields: { values, text, input } }: PartProps) {
  const { t } = useTranslation(['airports', 'common'])
  const { data } = useChoices()
  const code = useCountryCode()
  return (
    <FormSection title={t('section.desk')} text={t('section.deskText')}>
      <TextInput
        {...text('email')}
        {...HALF}
        type="email"
        inputMode="email"
        label={t('field.email')}
        maxLength={254}
      />
      <div data-width="half">
        <PhoneField
          {...input('phone')}
          label={t('field.phone')}
          value={values.phone ?? ''}
          codes={data?.codes ?? []}
          defaultCountry={code(airport?.country_id ?? null)}
        />
      </div>
      <TextInput {...text('address_1')} label={t('common:address.address_1')} maxLength={200} />
      <TextInput {...text('address_2')} {...HALF} label={t('field.address_2')} maxLength={200} />
      <TextInput {...text('postal_code')} {...QUARTER} label={t('common:address.postcode')} maxLength={20} />
      <TextInput {...text('contact_city')} {...QUARTER} label={t('common:address.city')} maxLength={120} />
      <TextInput {...text('state')} {...QUARTER} label={t('common:address.state_id')} maxLength={120} />
    </FormSection>
  )
}
