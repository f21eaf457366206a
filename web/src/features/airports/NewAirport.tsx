import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { airportCreate, useAirportShow } from '@/api/generated/endpoints/reference/reference'
import { freshly } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { PlaceFields } from './PlaceFields'
import { nameOf, refreshAirports } from './useAirportEdits'
import { emptyAirport, newValuesOf } from './values'

/** Adds an airport that the shared list does not have. Its page, with the cargo desk, follows. */
export function NewAirport() {
  const { t } = useTranslation('airports')
  const { required } = useRules()
  const { config } = useSite()
  return (
    <RecordForm
      name="new-airport"
      id={undefined}
      result={useAirportShow('', freshly(undefined))}
      lookups={[useChoices()]}
      title={t('create')}
      text={t('createText')}
      nameOf={nameOf}
      empty={() => emptyAirport(config.country_id, config.time_zone)}
      valuesOf={newValuesOf}
      validate={{ iata: required, name: required }}
      save={({ version: _, ...values }) => airportCreate(values)}
      refresh={refreshAirports}
      leaveTo={(saved) => (saved ? paths['airports.edit']({ id: saved.id }) : paths['airports.index']())}
    >
      {({ values, text, at, patch }) => (
        <FormSection title={t('section.place')} text={t('section.placeText')}>
          <TextInput
            {...text('iata')}
            {...HALF}
            label={t('field.id')}
            description={t('iataText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            maxLength={3}
            autoComplete="off"
          />
          <PlaceFields value={values} onChange={patch} at={at} />
        </FormSection>
      )}
    </RecordForm>
  )
}
