import { Checkbox, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PriceSheetCountry, PriceSheetResult } from '@/api/schema'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { FormSection } from '@/ui/form/ResourceForm'
import { countriesOf, hasCountries, withCountries } from './sheet-countries'
import { useCountries } from './useCountries'
import type { SheetImport } from './useSheetImport'

type CountriesProps = { result: PriceSheetResult; model: SheetImport }

/** Zones without places: the countries they are named after are proposed, and taken when somebody says so. */
export function SheetCountries({ result, model }: CountriesProps) {
  const { t } = useTranslation('price-simulation')
  const all = useCountries()
  const { decided, isPending } = model
  const proposed = countriesOf(result.named_zones)
  const unnamed = result.named_zones.filter(({ country_ids }) => country_ids.length === 0)
  const put = (countries: PriceSheetCountry[], isTaken: boolean) =>
    model.decide(withCountries(decided, countries, isTaken))
  if (result.named_zones.length === 0) return null
  return (
    <FormSection title={t('reading.countries')} text={t('reading.countriesText')}>
      {proposed.map(({ zone, country_id }) => (
        <Text key={`${zone} ${country_id}`} size="sm">
          {t('reading.countryOf', { zone, country: all.find(({ id }) => id === country_id)?.label ?? '' })}
        </Text>
      ))}
      {proposed.length > 0 && (
        <Checkbox
          label={t('reading.takeCountries')}
          disabled={isPending}
          checked={hasCountries(decided, proposed)}
          onChange={(event) => put(proposed, event.currentTarget.checked)}
        />
      )}
      {unnamed.map(({ zone }) => (
        <FirstSelect
          key={zone}
          label={t('reading.countryFor', { zone })}
          maw={360}
          clearable
          disabled={isPending}
          data={all.map(({ id, alpha2, label }) => ({ value: String(id), label: `${label} (${alpha2})` }))}
          value={String(decided.countries.find((one) => one.zone === zone)?.country_id ?? '') || null}
          onChange={(id) => put([{ zone, country_id: Number(id) }], id !== null)}
        />
      ))}
    </FormSection>
  )
}
