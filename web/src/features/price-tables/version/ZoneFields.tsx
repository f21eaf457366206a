import { Button, MultiSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceTable } from '@/api/schema'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { PartHead } from './PartHead'
import { PasteCountries } from './PasteCountries'
import { type CountryOptions, useCountries } from './useCountries'
import { ZonePart } from './ZonePart'
import classes from './Zones.module.css'
import type { ZonesForm } from './ZonesPage'
import { emptyPart } from './zone-values'

type ZoneFieldsProps = {
  form: ZonesForm
  at: number
  table: PriceTable
  readOnly: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
}

/** One zone: its rules, its countries, and the parts of countries that belong to it. */
export function ZoneFields(props: ZoneFieldsProps) {
  const { form, at, table, readOnly } = props
  const { t } = useTranslation('price-parts')
  const countries = useCountries()
  const zone = form.values.zones[at]
  if (!zone) return null
  const input = (name: string) => form.getInputProps(`zones.${at}.${name}`)
  return (
    <fieldset className={classes.card} disabled={readOnly}>
      <Head {...props} />
      <div className={classes.fields}>
        <TextInput
          label={t('zones.code')}
          withAsterisk
          maxLength={40}
          autoComplete="off"
          {...input('code')}
          value={zone.code ?? ''}
        />
        <NumberInput
          label={t('zones.priority')}
          description={t('zones.priorityText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={1000}
          allowDecimal={false}
          {...input('priority')}
          onChange={(value) => form.setFieldValue(`zones.${at}.priority`, Number(value) || 0)}
        />
        <DecimalField
          label={t('zones.max_weight')}
          unit={table.weight_unit}
          {...input('max_weight')}
          value={zone.max_weight}
        />
        <MoneyField
          label={t('zones.minimum')}
          currency={table.currency}
          decimals={6}
          {...input('minimum')}
          value={zone.minimum}
        />
      </div>
      <Countries form={form} at={at} countries={countries} readOnly={readOnly} />
      <Parts {...props} countries={countries} />
    </fieldset>
  )
}

function Head({ form, at, ...rest }: ZoneFieldsProps) {
  const { t } = useTranslation('price-parts')
  const { zones } = form.values
  return (
    <PartHead
      title={t('zones.one', { code: zones[at]?.code ?? '' })}
      labels={{ up: t('zones.up'), down: t('zones.down'), remove: t('zones.remove') }}
      at={at}
      count={zones.length}
      {...rest}
    />
  )
}

type CountriesProps = Pick<ZoneFieldsProps, 'form' | 'at' | 'readOnly'> & { countries: CountryOptions }

function Countries({ form, at, countries, readOnly }: CountriesProps) {
  const { t } = useTranslation('price-parts')
  const [pasting, setPasting] = useState(false)
  const chosen = form.values.zones[at]?.countries ?? []
  const put = (ids: number[]) => form.setFieldValue(`zones.${at}.countries`, [...new Set(ids)])
  return (
    <>
      <MultiSelect
        mt="md"
        label={t('zones.countries')}
        description={t('zones.countriesText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        hidePickedOptions
        clearable={!readOnly}
        disabled={readOnly}
        data={countries.map(({ id, alpha2, label }) => ({
          value: String(id),
          label: `${label} (${alpha2})`,
        }))}
        value={chosen.map(String)}
        onChange={(ids) => put(ids.map(Number))}
        error={form.errors[`zones.${at}.countries`]}
        data-path={`zones.${at}.countries`}
      />
      {!readOnly && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          leftSection={<IconClipboardList size={14} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          {t('zones.paste')}
        </Button>
      )}
      {pasting && (
        <PasteCountries
          countries={countries}
          onAdd={(ids) => put([...chosen, ...ids])}
          onClose={() => setPasting(false)}
        />
      )}
    </>
  )
}

function Parts({ form, at, table, readOnly, countries }: ZoneFieldsProps & { countries: CountryOptions }) {
  const { t } = useTranslation('price-parts')
  const parts = form.values.zones[at]?.parts ?? []
  return (
    <>
      <Text component="h3" fw={600} size="sm" mt="lg">
        {t('zones.parts')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t('zones.partsText')}
      </Text>
      {parts.map((part, index) => (
        <ZonePart
          key={part.key}
          form={form}
          path={`zones.${at}.parts.${index}`}
          part={part}
          unit={table.weight_unit}
          countries={countries}
          onRemove={readOnly ? undefined : () => form.removeListItem(`zones.${at}.parts`, index)}
        />
      ))}
      {!readOnly && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem(`zones.${at}.parts`, emptyPart())}
        >
          {t('zones.addPart')}
        </Button>
      )}
    </>
  )
}
