import { Button, Checkbox, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalculator } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors, errorText } from '@/api/errors'
import { findAddress } from '@/api/find-address'
import { contentsTypeValues } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import { useStates } from '@/api/useStates'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { AddressFields } from '@/ui/fields/AddressFields'
import { MoneyField } from '@/ui/fields/MoneyField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { ErrorSummary } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './Calculator.module.css'
import { ParcelFields } from './ParcelFields'
import type { CalculatorValues, PlaceName } from './values'

export type CalculatorFields = TiedFields<CalculatorValues>

type Props = {
  /** The last calculation; the form follows it when it changes. */
  asked: CalculatorValues
  choices: Choices
  /** Nobody is signed in: amounts are in the company's currency. */
  isPublic?: boolean | undefined
  /** Why the last calculation failed; null if it did not. */
  error: unknown
  calculating: boolean
  onCalculate(values: CalculatorValues): void
  /** A field before all others. */
  children?: ((fields: CalculatorFields) => ReactNode) | undefined
}

/** Where from, where to, what: all that a price needs. */
export function CalculatorForm(props: Props) {
  const { choices, isPublic = false, calculating, children } = props
  const { t } = useTranslation('calculator')
  const { form, failure, refusals, onSubmit } = useCalculatorForm(props)
  const fields = useTiedFields(form)
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <ErrorSummary errors={form.errors} failure={failure} refusals={refusals} />
      <div className={classes.card}>
        {children?.(fields)}
        <div className={classes.places}>
          <Place place="origin" fields={fields} choices={choices} />
          <Place place="destination" fields={fields} choices={choices} />
        </div>
        <ParcelFields fields={fields} />
        <Goods fields={fields} isPublic={isPublic} />
        <Button
          type="submit"
          fullWidth
          loading={calculating}
          leftSection={<IconCalculator size={16} aria-hidden />}
        >
          {t('calculate')}
        </Button>
      </div>
    </form>
  )
}

function useCalculatorForm({ asked, error, onCalculate }: Props) {
  const { required } = useRules()
  const [failure, setFailure] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const refuse = () => setRefusals((count) => count + 1)
  const form = useForm<CalculatorValues>({
    initialValues: asked,
    validate: {
      origin: { country_id: required },
      destination: { country_id: required },
      parcels: { weight: (weight) => (weight ? null : required('')) },
    },
  })
  // Back shows the calculation before, with its form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address changes the form
  useEffect(() => {
    form.setValues(asked)
    form.clearErrors()
  }, [asked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer has other refusals
  useEffect(() => {
    if (!error) return setFailure(undefined)
    setFailure(applyServerErrors(form, error) ? undefined : errorText(error))
    refuse()
  }, [error])
  return { form, failure, refusals, onSubmit: form.onSubmit(onCalculate, refuse) }
}

const WITHOUT = ['address_1', 'address_2', 'address_number', 'address_complement'] as const

type PlaceProps = { place: PlaceName; fields: CalculatorFields; choices: Choices }

function Place({ place, fields: { form, errors }, choices }: PlaceProps) {
  const { t } = useTranslation('calculator')
  const typed = form.values[place]
  const states = useStates(typed.country_id)
  // The address may name a country that is closed now: its refusal stands at the field.
  const isOpen = (one: Choices['countries'][number]) =>
    one.id === typed.country_id || (place === 'origin' ? one.ships_from : one.ships_to)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t(`place.${place}`)}</legend>
      <div className={classes.fields}>
        <AddressFields
          value={{
            ...typed,
            address_1: null,
            address_2: null,
            address_number: null,
            address_complement: null,
          }}
          without={WITHOUT}
          required={['country_id']}
          errors={{
            country_id: errors[`${place}.country_id`],
            postcode: errors[`${place}.postcode`],
            state_id: errors[`${place}.state_id`],
            city: errors[`${place}.city`],
          }}
          path={(field) => `${place}.${field}`}
          onChange={(patch) => {
            for (const name of ['country_id', 'state_id', 'postcode', 'city'] as const) {
              if (name in patch) form.setFieldValue(`${place}.${name}`, patch[name] || null)
            }
          }}
          countries={choices.countries.filter(isOpen)}
          withNotice={place === 'destination'}
          states={states}
          findPostcode={findAddress}
        />
      </div>
    </fieldset>
  )
}

const INCOTERMS = ['DAP', 'DDP'] as const

/** Contents and values, and what can be added. */
function Goods({ fields, isPublic }: { fields: CalculatorFields; isPublic: boolean }) {
  const { t } = useTranslation('calculator')
  const { values, set, at, choice } = fields
  const amount = (name: 'declared_value' | 'insurance_value') => (
    <MoneyField
      {...at(name)}
      {...HALF}
      label={t(`field.${name}`)}
      currency={values.currency}
      value={values[name]}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('goods')}</legend>
      <div className={`${classes.fields} ${classes.goods}`}>
        <Select
          {...choice('contents_type')}
          {...HALF}
          label={t('field.contents_type')}
          allowDeselect={false}
          data={contentsTypeValues.map((value) => ({ value, label: t(`contents.${value}`) }))}
        />
        {!isPublic && (
          <CurrencyChoice
            {...at('currency')}
            {...HALF}
            label={t('field.currency')}
            value={values.currency}
            onChange={(code) => set('currency', code ?? values.currency)}
          />
        )}
        {amount('declared_value')}
        {amount('insurance_value')}
        <Select
          {...choice('incoterm')}
          {...HALF}
          label={t('field.incoterm')}
          placeholder={t('terms.any')}
          clearable
          data={INCOTERMS.map((value) => ({ value, label: t(`terms.${value}`) }))}
        />
        <Checkbox
          className={classes.check}
          label={t('field.pickup')}
          checked={values.pickup}
          onChange={(event) => set('pickup', event.currentTarget.checked)}
        />
      </div>
    </fieldset>
  )
}
