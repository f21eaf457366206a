import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  dutyTermsValues,
  taxBuyerValues,
  taxChannelValues,
  taxContentsValues,
  taxProgrammeValues,
} from '@/api/schema'
import { DayField } from '@/ui/fields/DayField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { usePlaces, useStateChoices } from '../usePlaces'
import type { TryValues } from './values'

export type TrySectionProps = { fields: TiedFields<TryValues> }

export function RouteSection({ fields }: TrySectionProps) {
  const { t } = useTranslation('tax-try')
  const { values, at, patch, choice, text, input } = fields
  const { places } = usePlaces()
  // A parcel is sent to a country, not to a group of them.
  const countries = places.filter(({ id }) => id !== null)
  const data = countries.map(({ code, label }) => ({ value: code, label }))
  const states = useStateChoices(countries.find(({ code }) => code === values.country)?.id ?? null)

  /** Most goods are made where they are sent from. */
  function sendFrom(code: string | null) {
    const lines = values.lines.map((line) => ({ ...line, origin: line.origin || (code ?? '') }))
    patch({ dispatch: code ?? '', lines })
  }

  return (
    <FormSection title={t('section.route')} text={t('section.routeText')}>
      <FirstSelect
        {...HALF}
        {...at('country')}
        label={t('field.country')}
        withAsterisk
        allowDeselect={false}
        data={data}
        value={values.country || null}
        onChange={(code) => patch({ country: code ?? '', state: null, postcode: null })}
      />
      <FirstSelect
        {...HALF}
        {...choice('state')}
        label={t('field.state')}
        clearable
        disabled={states.length === 0}
        data={states}
      />
      <TextInput {...HALF} {...text('postcode')} label={t('field.postcode')} maxLength={20} />
      <FirstSelect
        {...HALF}
        {...at('dispatch')}
        label={t('field.dispatch')}
        withAsterisk
        allowDeselect={false}
        data={data}
        value={values.dispatch || null}
        onChange={sendFrom}
      />
      <DayField {...HALF} {...input('date')} label={t('field.date')} withAsterisk />
      <DayField {...HALF} {...input('other_date')} label={t('field.other_date')} />
    </FormSection>
  )
}

export function RegimeSection({ fields: { choice } }: TrySectionProps) {
  const { t } = useTranslation(['tax-try', 'taxes'])
  const always = { ...HALF, allowDeselect: false }
  return (
    <FormSection title={t('section.regime')}>
      <Select
        {...always}
        {...choice('channel')}
        label={t('field.channel')}
        data={taxChannelValues.map((value) => ({ value, label: t(`taxes:channel.${value}`) }))}
      />
      <Select
        {...always}
        {...choice('programme')}
        label={t('field.programme')}
        data={taxProgrammeValues.map((value) => ({ value, label: t(`programme.${value}`) }))}
      />
      <Select
        {...always}
        {...choice('buyer')}
        label={t('field.buyer')}
        data={taxBuyerValues.map((value) => ({ value, label: t(`taxes:buyer.${value}`) }))}
      />
      <Select
        {...always}
        {...choice('contents')}
        label={t('field.contents')}
        data={taxContentsValues.map((value) => ({ value, label: t(`taxes:contents.${value}`) }))}
      />
      <Select
        {...always}
        {...choice('terms')}
        label={t('field.terms')}
        data={dutyTermsValues.map((value) => ({ value, label: t(`terms.${value}`) }))}
      />
    </FormSection>
  )
}
