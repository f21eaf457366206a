import { Autocomplete, NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taxClassValues } from '@/api/schema'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { usePlaces, useStateChoices } from '../usePlaces'
import type { SectionProps } from './SectionProps'
import { renderTax } from './TaxOption'
import { type KnownTax, useKnownTaxes } from './useKnownTaxes'
import { withKnown } from './with-known'

export function PlaceSection({ fields }: SectionProps) {
  const { t } = useTranslation(['tax-rules', 'taxes'])
  const { form, values, choice, set, patch, at } = fields
  const { places } = usePlaces()
  const country = places.find(({ code }) => code === values.country)
  const data = places.map(({ code, label }) => ({ value: code, label }))
  const states = useStateChoices(country?.id ?? null)

  return (
    <FormSection title={t('section.place')} text={t('section.placeText')}>
      <FirstSelect
        {...HALF}
        {...at('country')}
        label={t('field.country')}
        withAsterisk
        allowDeselect={false}
        data={withKnown(data, values.country)}
        value={values.country || null}
        onChange={(code) => patch({ country: code ?? '', state: null })}
      />
      {states.length > 0 ? (
        <FirstSelect
          {...HALF}
          {...choice('state')}
          label={t('field.state')}
          placeholder={t('any')}
          clearable
          data={withKnown(states, values.state)}
        />
      ) : (
        <TextInput {...HALF} {...fields.text('state')} label={t('field.state')} maxLength={6} />
      )}
      <TaxField fields={fields} />
      <Select
        {...QUARTER}
        {...choice('class')}
        label={t('field.class')}
        allowDeselect={false}
        disabled={values.kind === 'refuse'}
        data={taxClassValues
          .filter((name) => name !== 'gate' || values.kind === 'refuse' || values.kind === 'exempt')
          .map((value) => ({ value, label: t(`taxes:class.${value}`) }))}
        value={values.kind === 'refuse' ? 'gate' : values.class}
      />
      <NumberInput
        {...QUARTER}
        {...form.getInputProps('seq')}
        label={t('field.seq')}
        description={t('seqText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        hideControls
        allowNegative={false}
        allowDecimal={false}
        max={1000}
        inputMode="numeric"
        value={values.seq ?? ''}
        onChange={(typed) => set('seq', typed === '' ? null : Number(typed))}
      />
    </FormSection>
  )
}

/** A known tax brings its class and its place in the order, which all its rules share. */
function TaxField({ fields: { values, patch, at } }: SectionProps) {
  const { t } = useTranslation('tax-rules')
  const known = useKnownTaxes(values.country)
  const names = new Map(known.map((tax) => [tax.code, tax.name]))

  function change(code: string) {
    const tax = known.find((one) => one.code === code)
    patch({ tax: code, ...(tax && sharedBy(tax)) })
  }

  return (
    <Autocomplete
      {...HALF}
      {...at('tax')}
      label={t('field.taxCode')}
      description={names.get(values.tax) ?? t('taxText')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      maxLength={40}
      data={known.map(({ code }) => code)}
      renderOption={renderTax}
      value={values.tax}
      onChange={change}
    />
  )
}

const sharedBy = ({ seq, class: ofTax }: KnownTax) => ({
  ...(seq !== undefined && { seq }),
  ...(ofTax !== undefined && ofTax !== 'gate' && { class: ofTax }),
})
