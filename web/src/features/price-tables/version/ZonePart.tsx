import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStates } from '@/api/useStates'
import { DecimalField } from '@/ui/fields/DecimalField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import type { CountryOptions } from './useCountries'
import classes from './Zones.module.css'
import type { ZonesForm } from './ZonesPage'
import type { PartValues } from './zone-values'

type ZonePartProps = {
  form: ZonesForm
  /** Path of the part in the form. */
  path: string
  part: PartValues
  unit: string
  countries: CountryOptions
  onRemove: (() => void) | undefined
}

const idOf = (value: string | null) => (value === null ? null : Number(value))
const textOf = (id: number | null) => (id === null ? null : String(id))

/** A part of a country: a state, postcodes, an airport, or a limit of its own. */
export function ZonePart({ form, path, part, unit, countries, onRemove }: ZonePartProps) {
  const { t } = useTranslation('price-parts')
  const states = useStates(part.country_id)
  const at = (name: keyof PartValues) => ({
    error: form.errors[`${path}.${name}`],
    'data-path': `${path}.${name}`,
  })
  const set = (name: keyof PartValues, value: string | number | null) =>
    form.setFieldValue(`${path}.${name}`, value)
  const text = (name: 'postcode_from' | 'postcode_to' | 'airport', length: number) => (
    <TextInput
      {...at(name)}
      label={t(`zones.${name}`)}
      maxLength={length}
      autoComplete="off"
      value={part[name] ?? ''}
      onChange={(event) => set(name, event.currentTarget.value || null)}
    />
  )
  return (
    <div className={classes.part}>
      <FirstSelect
        {...at('country_id')}
        label={t('zones.country_id')}
        withAsterisk
        data={countries.map(({ id, label }) => ({ value: String(id), label }))}
        value={textOf(part.country_id)}
        onChange={(id) => {
          set('country_id', idOf(id))
          set('state_id', null)
        }}
      />
      <FirstSelect
        {...at('state_id')}
        label={t('zones.state_id')}
        clearable
        disabled={states.length === 0}
        data={states.map(({ id, label }) => ({ value: String(id), label }))}
        value={textOf(part.state_id)}
        onChange={(id) => set('state_id', idOf(id))}
      />
      {text('postcode_from', 20)}
      {text('postcode_to', 20)}
      {text('airport', 3)}
      <DecimalField
        {...at('max_weight')}
        label={t('zones.max_weight')}
        unit={unit}
        value={part.max_weight}
        onChange={(value) => set('max_weight', value)}
      />
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          size="lg"
          aria-label={t('zones.removePart')}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
