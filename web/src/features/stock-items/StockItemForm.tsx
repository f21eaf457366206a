import { Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { stockItemCreate, stockItemUpdate, useStockItemShow } from '@/api/generated/endpoints/stock/stock'
import { freshly } from '@/api/record-query'
import { stockUnitValues } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { WeightField } from '@/ui/fields/MeasureField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshStockItems, useStockItemSwitch } from './useStockItemSwitch'
import { emptyStockItem, inputOf, type StockItemValues, valuesOf } from './values'

/** Creates goods, or changes those of this id. */
export function StockItemForm({ id }: { id?: string }) {
  const { t } = useTranslation('stock-items')
  const { required } = useRules()
  const switching = useStockItemSwitch()
  const result = useStockItemShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="stock-item"
      id={id}
      result={result}
      title={id ? t('one') : t('create')}
      nameOf={({ title }) => title}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={emptyStockItem}
      valuesOf={valuesOf}
      validate={{ sku: required, title: required }}
      save={(values, kept) =>
        kept
          ? stockItemUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : stockItemCreate(inputOf(values))
      }
      refresh={refreshStockItems}
      leaveTo={paths['stock_items.index']}
    >
      {(fields) => (
        <>
          <General fields={fields} isNew={id === undefined} owner={result.data?.data.client_name} />
          <Keeping fields={fields} />
          <Customs fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type Fields = { fields: TiedFields<StockItemValues> }

function General({ fields, isNew, owner }: Fields & { isNew: boolean; owner: string | null | undefined }) {
  const { t } = useTranslation('stock-items')
  const { values, text, at, set } = fields
  return (
    <FormSection title={t('section.general')} text={t('section.generalText')}>
      <TextInput {...text('title')} label={t('field.title')} withAsterisk maxLength={200} />
      <TextInput
        {...text('sku')}
        {...HALF}
        label={t('field.sku')}
        withAsterisk
        maxLength={60}
        autoCapitalize="characters"
      />
      <TextInput {...text('ean')} {...HALF} label={t('field.ean')} inputMode="numeric" maxLength={14} />
      <ClientChoice
        {...at('client_id')}
        label={t('field.client')}
        placeholder={t('own')}
        description={t('ownerText')}
        disabled={!isNew}
        value={values.client_id}
        name={owner}
        onChange={(client_id) => set('client_id', client_id)}
      />
    </FormSection>
  )
}

function Keeping({ fields: { values, at, set } }: Fields) {
  const { t } = useTranslation('stock-items')
  return (
    <FormSection title={t('section.keeping')} text={t('section.keepingText')}>
      <Switch
        {...at('keep_lot')}
        label={t('field.keep_lot')}
        checked={values.keep_lot}
        onChange={(event) => set('keep_lot', event.currentTarget.checked)}
      />
      <Switch
        {...at('keep_expiry')}
        label={t('field.keep_expiry')}
        checked={values.keep_expiry}
        onChange={(event) => set('keep_expiry', event.currentTarget.checked)}
      />
      <Select
        {...at('unit')}
        {...HALF}
        label={t('field.unit')}
        allowDeselect={false}
        data={stockUnitValues.map((value) => ({ value, label: t(`unit.${value}`) }))}
        value={values.unit}
        onChange={(value) => value && set('unit', value)}
      />
      <WholeField
        {...at('min_quantity')}
        {...HALF}
        label={t('field.min_quantity')}
        description={t('minimumText')}
        max={1_000_000_000}
        value={values.min_quantity}
        onChange={(units) => set('min_quantity', units)}
      />
      {values.keep_expiry && (
        <WholeField
          {...at('alert_days')}
          {...HALF}
          label={t('field.alert_days')}
          description={t('alertText')}
          max={3650}
          value={values.alert_days}
          onChange={(days) => set('alert_days', days)}
        />
      )}
    </FormSection>
  )
}

function Customs({ fields: { values, text, at, set } }: Fields) {
  const { t } = useTranslation('stock-items')
  return (
    <FormSection title={t('section.customs')} text={t('section.customsText')}>
      <TextInput {...text('hs_code')} {...HALF} label={t('field.hs_code')} maxLength={14} />
      <CountryChoice
        {...at('origin_country_id')}
        {...HALF}
        label={t('field.origin_country_id')}
        value={values.origin_country_id}
        onChange={(country) => set('origin_country_id', country)}
      />
      <WeightField
        {...at('weight_g')}
        {...HALF}
        label={t('field.weight_g')}
        value={values.weight_g}
        onChange={(weight) => set('weight_g', weight)}
      />
    </FormSection>
  )
}
