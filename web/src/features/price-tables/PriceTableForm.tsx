import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCurrencies } from '@/api/generated/endpoints/lookups/lookups'
import {
  priceTableCreate,
  priceTableUpdate,
  usePriceTableShow,
} from '@/api/generated/endpoints/prices/prices'
import { freshly } from '@/api/record-query'
import { priceSizeUnitValues, priceTableKindValues, priceWeightUnitValues } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ServiceChoice } from '@/shared/choices/RecordChoice'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { refreshPriceTables, usePriceTableSwitch } from './usePriceTableSwitch'
import { emptyTable, inputOf, type PriceTableValues, valuesOf } from './values'

/** Creates a price table, or changes the one of this id. */
export function PriceTableForm({ id }: { id?: string }) {
  const { t } = useTranslation('price-tables')
  const { required } = useRules()
  const { preferences } = useFormat()
  const switching = usePriceTableSwitch()
  return (
    <RecordForm
      name="price-table"
      id={id}
      result={usePriceTableShow(id ?? '', freshly(id))}
      lookups={[useLookupCurrencies(FOREVER)]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ code }) => code}
      aside={({ active, excluded_at }) => (
        <ActiveBadge active={active} excluded_at={excluded_at} words={t('state', { returnObjects: true })} />
      )}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => emptyTable(preferences.currency, preferences.weightUnit === 20)}
      valuesOf={valuesOf}
      validate={{ code: required, title: required, currency: required }}
      save={(values, kept) =>
        kept
          ? priceTableUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : priceTableCreate(inputOf(values))
      }
      refresh={refreshPriceTables}
      submitLabel={t('save')}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['price_tables.show']({ id: shown }) : paths['price_tables.index']()
      }}
    >
      {(fields) => (
        <>
          <Names fields={fields} />
          <Units fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<PriceTableValues> }

function Names({ fields }: SectionProps) {
  const { t } = useTranslation('price-tables')
  const { can } = useProfile()
  return (
    <FormSection title={t('section.names')} text={t('section.namesText')}>
      <TextInput
        {...fields.text('code')}
        {...HALF}
        label={t('field.code')}
        withAsterisk
        maxLength={40}
        autoComplete="off"
      />
      <TextInput {...fields.text('title')} {...HALF} label={t('field.title')} withAsterisk maxLength={200} />
      {can['price_cost.show'] && (
        <Select
          {...fields.choice('kind')}
          {...HALF}
          label={t('field.kind')}
          allowDeselect={false}
          data={priceTableKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      )}
      <ServiceChoice
        {...fields.at('service_id')}
        {...HALF}
        label={t('field.service_id')}
        placeholder={t('anyService')}
        value={fields.values.service_id}
        onChange={(id) => fields.set('service_id', id)}
      />
    </FormSection>
  )
}

function Units({ fields }: SectionProps) {
  const { t } = useTranslation('price-tables')
  const currencies = useLookupCurrencies(FOREVER)
  return (
    <FormSection title={t('section.units')} text={t('section.unitsText')}>
      <FirstSelect
        {...fields.choice('currency')}
        {...HALF}
        label={t('field.currency')}
        withAsterisk
        data={currencies.data?.data.map(({ code }) => code)}
      />
      <Select
        {...fields.choice('weight_unit')}
        {...QUARTER}
        label={t('field.weight_unit')}
        allowDeselect={false}
        data={[...priceWeightUnitValues]}
      />
      <Select
        {...fields.choice('size_unit')}
        {...QUARTER}
        label={t('field.size_unit')}
        allowDeselect={false}
        data={[...priceSizeUnitValues]}
      />
    </FormSection>
  )
}
