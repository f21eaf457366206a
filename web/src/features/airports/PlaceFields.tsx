import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { useChoices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import { HALF } from '@/ui/form/field-width'
import type { PlaceValues } from './values'

type PlaceFieldsProps = {
  value: PlaceValues
  onChange(patch: Partial<PlaceValues>): void
  /** Error and path of a field in the form. */
  at(field: keyof PlaceValues): object
}

/** The facts and the place of an airport of the company's own. */
export function PlaceFields({ value, onChange, at }: PlaceFieldsProps) {
  const { t } = useTranslation(['airports', 'common'])
  const { data } = useChoices()
  const { data: zones } = useLookupTimezones(undefined, FOREVER)
  const states = useStates(value.country_id)
  return (
    <>
      <TextInput
        {...at('name')}
        label={t('field.name')}
        withAsterisk
        maxLength={120}
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <FirstSelect
        {...at('country_id')}
        {...HALF}
        label={t('field.country')}
        allowDeselect={false}
        data={data?.countries.map(({ id, label }) => ({ value: String(id), label })) ?? []}
        value={String(value.country_id)}
        onChange={(id) => id && onChange({ country_id: Number(id), state_id: null })}
      />
      <FirstSelect
        {...at('state_id')}
        {...HALF}
        label={t('common:address.state_id')}
        clearable
        disabled={states.length === 0}
        data={states.map(({ id, label }) => ({ value: String(id), label }))}
        value={value.state_id === null ? null : String(value.state_id)}
        onChange={(id) => onChange({ state_id: id === null ? null : Number(id) })}
      />
      <TextInput
        {...at('city')}
        {...HALF}
        label={t('field.city')}
        maxLength={120}
        value={value.city ?? ''}
        onChange={(event) => onChange({ city: event.currentTarget.value || null })}
      />
      <TextInput
        {...at('icao')}
        {...HALF}
        label={t('field.icao')}
        maxLength={4}
        value={value.icao ?? ''}
        onChange={(event) => onChange({ icao: event.currentTarget.value || null })}
      />
      <TimeZoneSelect
        {...at('time_zone')}
        {...HALF}
        label={t('field.time_zone')}
        zones={zones?.data ?? []}
        value={value.time_zone}
        onChange={(time_zone) => onChange({ time_zone })}
      />
    </>
  )
}
