import { Autocomplete, Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type ChargeDue,
  chargeDueValues,
  type RateClass,
  rateClassValues,
  type WaybillPayment,
  waybillPaymentValues,
} from '@/api/schema'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { WeightField } from '@/ui/fields/MeasureField'
import { MoneyField } from '@/ui/fields/MoneyField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import classes from '../Waybills.module.css'
import { filterByName, renderWithName, useIataCodes } from './iata-codes'
import { RowHead } from './RowHead'
import { type ChargeValues, emptyCharge, emptyRate, type RateValues, type WaybillValues } from './values'

const MOST_RATES = 10
const MOST_CHARGES = 30
/** A price of a kilogram can be finer than its currency. */
const RATE_DECIMALS = 4

type Fields = { fields: TiedFields<WaybillValues> }

/** The currency, what the weight costs, the other charges, and the declared values. */
export function AmountSections({ fields }: Fields) {
  return (
    <>
      <Terms fields={fields} />
      <Rates fields={fields} />
      <Charges fields={fields} />
    </>
  )
}

function Terms({ fields: { values, set, at } }: Fields) {
  const { t } = useTranslation('waybills')
  const money = (name: 'declared_carriage' | 'declared_customs') => ({
    ...at(name),
    ...HALF,
    label: t(`field.${name}`),
    placeholder: name === 'declared_carriage' ? 'NVD' : 'NCV',
    ...(values.currency && { currency: values.currency }),
    value: values[name],
    onChange: (amount: string | null) => set(name, amount),
  })
  return (
    <FormSection title={t('section.amounts')} text={t('amountsText')}>
      <CurrencyChoice
        {...at('currency')}
        {...HALF}
        label={t('field.currency')}
        clearable
        value={values.currency}
        onChange={(currency) => set('currency', currency)}
      />
      <div data-width="half">
        <SegmentedControl
          aria-label={t('field.payment')}
          fullWidth
          data={waybillPaymentValues.map((value) => ({ value, label: t(`payment.${value}`) }))}
          value={values.payment}
          onChange={(payment) => set('payment', payment as WaybillPayment)}
        />
      </div>
      <MoneyField {...money('declared_carriage')} />
      <MoneyField {...money('declared_customs')} />
    </FormSection>
  )
}

function Rates({ fields }: Fields) {
  const { t } = useTranslation('waybills')
  const { form, values } = fields
  return (
    <FormSection title={t('section.rates')} text={t('ratesText')}>
      {values.rate_lines.map((line, index) => (
        <Rate key={line.key} fields={fields} line={line} index={index} />
      ))}
      <div>
        <Button
          variant="default"
          data-path="rate_lines"
          disabled={values.rate_lines.length >= MOST_RATES}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('rate_lines', emptyRate())}
        >
          {t('action.addRate')}
        </Button>
      </div>
    </FormSection>
  )
}

function Rate({ fields, line, index }: Fields & { line: RateValues; index: number }) {
  const { t } = useTranslation('waybills')
  const { form, values, at } = fields
  const tied = (name: keyof RateValues) => at(`rate_lines.${index}.${name}`)
  const change = (name: keyof RateValues, value: RateValues[keyof RateValues]) =>
    form.setFieldValue(`rate_lines.${index}.${name}`, value)
  return (
    <fieldset className={classes.row} aria-label={t('rateOf', { number: index + 1 })}>
      <RowHead
        title={t('rateOf', { number: index + 1 })}
        remove={t('removeRate', { number: index + 1 })}
        onRemove={() => form.removeListItem('rate_lines', index)}
      />
      <Select
        {...tied('rate_class')}
        label={t('field.rate_class')}
        allowDeselect={false}
        data={rateClassValues.map((value) => ({ value, label: t(`rateClass.${value}`) }))}
        value={line.rate_class}
        onChange={(value) => value && change('rate_class', value as RateClass)}
      />
      <MoneyField
        {...tied('rate')}
        label={t('field.rate')}
        withAsterisk
        decimals={RATE_DECIMALS}
        {...(values.currency && { currency: values.currency })}
        value={line.rate}
        onChange={(rate) => change('rate', rate)}
      />
      <WeightField
        {...tied('chargeable_g')}
        label={t('field.chargeable')}
        withAsterisk={values.rate_lines.length > 1}
        placeholder={values.rate_lines.length > 1 ? undefined : t('reckoned')}
        value={line.chargeable_g}
        onChange={(weight) => change('chargeable_g', weight)}
      />
      <TextInput
        {...tied('commodity')}
        label={t('field.commodity')}
        maxLength={10}
        autoComplete="off"
        value={line.commodity}
        onChange={(event) => change('commodity', event.currentTarget.value)}
      />
    </fieldset>
  )
}

function Charges({ fields }: Fields) {
  const { t } = useTranslation('waybills')
  const { form, values } = fields
  return (
    <FormSection title={t('section.charges')} text={t('chargesText')}>
      {values.other_charges.map((charge, index) => (
        <Charge key={charge.key} fields={fields} charge={charge} index={index} />
      ))}
      <div>
        <Button
          variant="default"
          data-path="other_charges"
          disabled={values.other_charges.length >= MOST_CHARGES}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('other_charges', emptyCharge())}
        >
          {t('action.addCharge')}
        </Button>
      </div>
    </FormSection>
  )
}

function Charge({ fields, charge, index }: Fields & { charge: ChargeValues; index: number }) {
  const { t } = useTranslation('waybills')
  const { form, values, at } = fields
  const known = useIataCodes('charges')
  const tied = (name: keyof ChargeValues) => at(`other_charges.${index}.${name}`)
  const change = (name: keyof ChargeValues, value: string | null) =>
    form.setFieldValue(`other_charges.${index}.${name}`, value)
  return (
    <fieldset className={classes.row} aria-label={t('chargeOf', { number: index + 1 })}>
      <RowHead
        title={t('chargeOf', { number: index + 1 })}
        remove={t('removeCharge', { number: index + 1 })}
        onRemove={() => form.removeListItem('other_charges', index)}
      />
      <Autocomplete
        {...tied('code')}
        label={t('field.code')}
        description={known[charge.code]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        placeholder="MY"
        maxLength={40}
        autoCapitalize="characters"
        data={Object.keys(known)}
        filter={filterByName(known)}
        renderOption={renderWithName(known)}
        value={charge.code}
        onChange={(code) => change('code', code.toUpperCase())}
      />
      <Select
        {...tied('due')}
        label={t('field.due')}
        allowDeselect={false}
        data={chargeDueValues.map((value) => ({ value, label: t(`due.${value}`) }))}
        value={charge.due}
        onChange={(value) => value && change('due', value as ChargeDue)}
      />
      <MoneyField
        {...tied('amount')}
        label={t('field.amount')}
        withAsterisk
        {...(values.currency && { currency: values.currency })}
        value={charge.amount}
        onChange={(amount) => change('amount', amount)}
      />
    </fieldset>
  )
}
