import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AirportChoice } from '@/shared/choices/AirportChoice'
import { DayField } from '@/ui/fields/DayField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { zoneName } from '@/ui/time/wall-time'
import classes from '../Waybills.module.css'
import { RowHead } from './RowHead'
import { emptyLeg, type LegValues, type WaybillValues } from './values'

const MOST_LEGS = 6

type RouteProps = {
  fields: TiedFields<WaybillValues>
  /** The airports of an issued waybill stay. */
  keepsRoute: boolean
}

/** From where to where, until when the airline takes the goods, and the flights between. */
export function RouteSections({ fields, keepsRoute }: RouteProps) {
  const { t, i18n } = useTranslation('waybills')
  const { preferences } = useFormat()
  const { values, set, at, text } = fields
  return (
    <>
      <FormSection title={t('section.way')}>
        <div data-width="half">
          <AirportChoice
            {...at('origin_airport')}
            label={t('field.origin')}
            withAsterisk
            disabled={keepsRoute}
            value={values.origin_airport}
            onChange={(iata) => set('origin_airport', iata)}
          />
        </div>
        <div data-width="half">
          <AirportChoice
            {...at('destination_airport')}
            label={t('field.destination')}
            withAsterisk
            disabled={keepsRoute}
            value={values.destination_airport}
            onChange={(iata) => set('destination_airport', iata)}
          />
        </div>
        <TextInput
          {...text('cutoff_at')}
          {...HALF}
          type="datetime-local"
          label={t('field.cutoff_at')}
          description={t('cutoffText', { zone: zoneName(preferences.timeZone, i18n.language) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </FormSection>
      <Legs fields={fields} />
    </>
  )
}

function Legs({ fields }: { fields: TiedFields<WaybillValues> }) {
  const { t } = useTranslation('waybills')
  const { form, values, errors } = fields

  /** The first one begins at the origin, and the next where the one before ends. */
  function add() {
    const last = values.legs.at(-1)
    const from = last ? last.destination : values.origin_airport
    const to = last && last.destination === values.destination_airport ? null : values.destination_airport
    form.insertListItem('legs', emptyLeg(from, to))
  }

  return (
    <FormSection title={t('section.flights')} text={t('flightsText')}>
      {values.legs.map((leg, index) => (
        <Leg key={leg.key} fields={fields} leg={leg} index={index} />
      ))}
      {errors.legs && (
        <Text size="sm" c="red" role="alert">
          {errors.legs}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          data-path="legs"
          disabled={values.legs.length >= MOST_LEGS}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('action.addFlight')}
        </Button>
      </div>
    </FormSection>
  )
}

type LegProps = { fields: TiedFields<WaybillValues>; leg: LegValues; index: number }

function Leg({ fields: { form, at }, leg, index }: LegProps) {
  const { t } = useTranslation('waybills')
  const change = (name: keyof LegValues, value: string | null) =>
    form.setFieldValue(`legs.${index}.${name}`, value)
  const tied = (name: keyof LegValues) => at(`legs.${index}.${name}`)
  const day = (name: 'departs_on' | 'arrives_on') => ({
    ...tied(name),
    label: t(`field.${name}`),
    value: leg[name],
    onChange: (value: string) => change(name, value),
  })
  const time = (name: 'departure_time' | 'arrival_time') => ({
    ...tied(name),
    type: 'time',
    label: t(`field.${name}`),
    value: leg[name],
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  const airport = (name: 'origin' | 'destination') => ({
    ...tied(name),
    withAsterisk: true,
    value: leg[name],
    onChange: (iata: string | null) => change(name, iata),
  })
  return (
    <fieldset className={classes.row} aria-label={t('flightOf', { number: index + 1 })}>
      <RowHead
        title={t('flightOf', { number: index + 1 })}
        remove={t('removeFlight', { number: index + 1 })}
        onRemove={() => form.removeListItem('legs', index)}
      />
      <TextInput
        {...tied('flight')}
        label={t('field.flight')}
        withAsterisk
        placeholder="LA8191"
        maxLength={8}
        autoComplete="off"
        autoCapitalize="characters"
        value={leg.flight}
        onChange={(event) => change('flight', event.currentTarget.value)}
      />
      <AirportChoice {...airport('origin')} label={t('field.from')} />
      <AirportChoice {...airport('destination')} label={t('field.to')} />
      <DayField {...day('departs_on')} withAsterisk />
      <TextInput {...time('departure_time')} />
      <DayField {...day('arrives_on')} />
      <TextInput {...time('arrival_time')} />
    </fieldset>
  )
}
