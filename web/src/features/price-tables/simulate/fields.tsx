import { ActionIcon, Button, MultiSelect, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import {
  type PriceVersion,
  priceContentsValues,
  priceHandlingValues,
  priceSizeUnitValues,
  priceWeightUnitValues,
} from '@/api/schema'
import { useStates } from '@/api/useStates'
import { DayField } from '@/ui/fields/DayField'
import { DecimalField } from '@/ui/fields/DecimalField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useCountries } from '../version/useCountries'
import type { SimulationFields } from './SimulatePage'
import classes from './SimulatePage.module.css'
import { emptyParcel, type ParcelValues } from './values'

const textOf = (id: number | null) => (id === null ? null : String(id))
const idOf = (value: string | null) => (value === null ? null : Number(value))

type RouteProps = { fields: SimulationFields; versions: readonly PriceVersion[] }

/** The version, the day and the destination. */
export function Route({ fields, versions }: RouteProps) {
  const { t } = useTranslation('price-simulation')
  const { t: tables } = useTranslation('price-tables')
  const { values, set, at } = fields
  const countries = useCountries()
  const states = useStates(values.country_id)
  return (
    <fieldset className={classes.card}>
      <Text component="legend" fw={600} mb="xs">
        {t('route')}
      </Text>
      <div className={classes.fields}>
        <Select
          {...fields.choice('version_id')}
          className={classes.version}
          label={tables('version')}
          placeholder={t('inForce')}
          clearable
          data={versions.map(({ id, number, status }) => ({
            value: id,
            label: `${tables('versionNumber', { number })} · ${tables(`status.${status}`)}`,
          }))}
        />
        <DayField {...fields.input('on')} label={t('on')} />
        <FirstSelect
          {...at('country_id')}
          label={t('country_id')}
          withAsterisk
          data={countries.map(({ id, label }) => ({ value: String(id), label }))}
          value={textOf(values.country_id)}
          onChange={(id) => fields.patch({ country_id: idOf(id), state_id: null })}
        />
        <FirstSelect
          {...at('state_id')}
          label={t('state_id')}
          clearable
          disabled={states.length === 0}
          data={states.map(({ id, label }) => ({ value: String(id), label }))}
          value={textOf(values.state_id)}
          onChange={(id) => set('state_id', idOf(id))}
        />
        <TextInput {...fields.text('postcode')} label={t('postcode')} maxLength={20} autoComplete="off" />
        <TextInput {...fields.text('airport')} label={t('airport')} maxLength={3} autoComplete="off" />
      </div>
    </fieldset>
  )
}

/** Where it starts, for surcharges by the origin. */
export function Start({ fields }: { fields: SimulationFields }) {
  const { t } = useTranslation('price-simulation')
  const { form, values, set, at } = fields
  const { origin } = values
  const countries = useCountries()
  const states = useStates(origin.country_id)
  return (
    <fieldset className={classes.card}>
      <Text component="legend" fw={600} mb="xs">
        {t('origin')}
      </Text>
      <div className={classes.fields}>
        <FirstSelect
          {...at('origin.country_id')}
          label={t('country_id')}
          data={countries.map(({ id, label }) => ({ value: String(id), label }))}
          value={textOf(origin.country_id)}
          onChange={(id) => set('origin', { country_id: idOf(id), state_id: null, postcode: null })}
        />
        <FirstSelect
          {...at('origin.state_id')}
          label={t('state_id')}
          clearable
          disabled={states.length === 0}
          data={states.map(({ id, label }) => ({ value: String(id), label }))}
          value={textOf(origin.state_id)}
          onChange={(id) => form.setFieldValue('origin.state_id', idOf(id))}
        />
        <TextInput
          {...at('origin.postcode')}
          label={t('postcode')}
          maxLength={20}
          autoComplete="off"
          value={origin.postcode ?? ''}
          onChange={(event) => form.setFieldValue('origin.postcode', event.currentTarget.value || null)}
        />
      </div>
    </fieldset>
  )
}

/** Parcels, as many alike as there are pieces. */
export function Parcels({ fields }: { fields: SimulationFields }) {
  const { t } = useTranslation('price-simulation')
  const { form, values } = fields
  return (
    <fieldset className={classes.card}>
      <Text component="legend" fw={600} mb="xs">
        {t('parcels')}
      </Text>
      {values.parcels.map((parcel, index) => (
        <ParcelRow key={parcel.key} fields={fields} parcel={parcel} index={index} />
      ))}
      <div className={classes.parcel}>
        <Select
          label={t('weight_unit')}
          allowDeselect={false}
          data={[...priceWeightUnitValues]}
          {...fields.choice('weight_unit')}
        />
        <Select
          label={t('size_unit')}
          allowDeselect={false}
          data={[...priceSizeUnitValues]}
          {...fields.choice('size_unit')}
        />
      </div>
      <Button
        variant="default"
        disabled={values.parcels.length >= 100}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('parcels', emptyParcel())}
      >
        {t('addParcel')}
      </Button>
    </fieldset>
  )
}

type ParcelRowProps = { fields: SimulationFields; parcel: ParcelValues; index: number }

function ParcelRow({ fields: { form, values }, parcel, index }: ParcelRowProps) {
  const { t } = useTranslation('price-simulation')
  const path = `parcels.${index}`
  return (
    <div className={clsx(classes.parcel, classes.row)}>
      <NumberInput
        label={t('pieces')}
        min={1}
        max={100_000}
        allowDecimal={false}
        hideControls
        {...form.getInputProps(`${path}.pieces`)}
        onChange={(value) => form.setFieldValue(`${path}.pieces`, Number(value) || 1)}
      />
      <DecimalField
        label={t('weight')}
        withAsterisk
        unit={values.weight_unit}
        {...form.getInputProps(`${path}.weight`)}
        value={parcel.weight}
      />
      {(['length', 'width', 'height'] as const).map((side) => (
        <DecimalField
          key={side}
          label={t(side)}
          unit={values.size_unit}
          {...form.getInputProps(`${path}.${side}`)}
          value={parcel[side]}
        />
      ))}
      {values.parcels.length > 1 && (
        <ActionIcon
          size="lg"
          aria-label={t('removeParcel', { number: index + 1 })}
          onClick={() => form.removeListItem('parcels', index)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

/** Contents, value and options of the shipment. */
export function Goods({ fields, currency }: { fields: SimulationFields; currency: string }) {
  const { t } = useTranslation('price-simulation')
  const { t: parts } = useTranslation('price-parts')
  const { values, set, at } = fields
  const value = (name: 'declared_value' | 'insured_value') => (
    <MoneyField
      {...at(name)}
      label={t(name)}
      currency={currency}
      value={values[name]}
      onChange={(amount) => set(name, amount)}
    />
  )
  return (
    <fieldset className={classes.card}>
      <Text component="legend" fw={600} mb="xs">
        {t('goods')}
      </Text>
      <div className={classes.fields}>
        <Select
          {...fields.choice('contents')}
          label={t('contents')}
          allowDeselect={false}
          data={priceContentsValues.map((name) => ({ value: name, label: parts(`contents.${name}`) }))}
        />
        {value('declared_value')}
        {value('insured_value')}
        <MultiSelect
          {...at('handling')}
          label={t('handling')}
          data={priceHandlingValues.map((name) => ({ value: name, label: parts(`handling.${name}`) }))}
          value={values.handling}
          onChange={(names) => set('handling', names as typeof values.handling)}
        />
      </div>
    </fieldset>
  )
}
