import { Button, NumberInput, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ChangeEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { NetWeightField, useSeparators } from '@/ui/fields/MeasureField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF, QUARTER } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { FormCard } from './FormCard'
import type { Fields, ShipmentFormModel } from './fields'
import { HsCodeField } from './HsCodeField'
import { MoreFields } from './MoreFields'
import { goesThroughCustoms } from './missing'
import { RowActions } from './RowActions'
import classes from './ShipmentForm.module.css'
import { itemsTotal, itemTotal } from './totals'
import type { Lookups } from './useLookups'
import { useRows } from './useRows'
import { emptyItem, type ItemRow } from './values'

const MOST_ITEMS = 2000

type Props = { model: ShipmentFormModel; fields: Fields; lookups: Lookups }

export function ItemRows({ model, fields, lookups }: Props) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { rows, add, change, duplicate, remove } = useRows(model, 'items', 'description')
  const currency = fields.values.currency
  const total = itemsTotal(rows, currency)
  return (
    <FormCard title={t('section.items')}>
      {rows.map((item, index) => {
        const title = t('item', { number: index + 1 })
        const value = itemTotal(item, currency)
        return (
          <fieldset key={item.key} className={classes.row}>
            <legend className={classes.rowTitle}>{title}</legend>
            <div className={classes.rowActions}>
              {value !== null && (
                <Text size="xs" c="dimmed">
                  {format.money(value, currency)}
                </Text>
              )}
              <RowActions row={title} onDuplicate={() => duplicate(index)} onRemove={() => remove(index)} />
            </div>
            <ItemFields
              item={item}
              path={`items.${index}`}
              title={title}
              fields={fields}
              lookups={lookups}
              onChange={(patch) => change(index, patch)}
            />
          </fieldset>
        )
      })}
      <div className={classes.rowsEnd}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          data-path="items.add"
          disabled={rows.length >= MOST_ITEMS}
          onClick={() => add(emptyItem())}
        >
          {t('row.addItem')}
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite">
          {[t('itemCount', { count: rows.length }), total !== null && format.money(total, currency)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
    </FormCard>
  )
}

const MORE = ['unit', 'sku'] as const
/** Seldom asked for within a country, always by customs. */
const OF_CUSTOMS = ['net_weight_g', 'origin_country_id'] as const

type ItemFieldsProps = {
  item: ItemRow
  path: string
  title: string
  fields: Fields
  lookups: Lookups
  /** The price stands: quantity and value are shown only. */
  priced?: boolean
  /** The price has import taxes: tariff code and origin are shown only, too. */
  taxed?: boolean
  onChange(patch: Partial<ItemRow>): void
}

export function ItemFields(props: ItemFieldsProps) {
  const { item, path, title, fields, lookups, priced = false, taxed = false, onChange } = props
  const { t } = useTranslation('shipment-form')
  const separators = useSeparators()
  const { focus } = useSearch({ strict: false }) as { focus?: string }
  const abroad = goesThroughCustoms(fields.values)
  const more: readonly (keyof ItemRow)[] = abroad ? MORE : [...MORE, ...OF_CUSTOMS]
  const customs = (
    <CustomsFields
      item={item}
      path={path}
      fields={fields}
      lookups={lookups}
      taxed={taxed}
      onChange={onChange}
    />
  )
  const at = (name: keyof ItemRow) => fields.at(`${path}.${name}`)
  const text = (name: 'sku' | 'unit') => ({
    ...at(name),
    label: t(`field.${name}`),
    value: item[name] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange({ [name]: event.currentTarget.value || null }),
  })
  return (
    <div className={classes.itemFields}>
      <TextInput
        {...at('description')}
        wrapperProps={{ 'data-width': 'main' }}
        label={t('field.description')}
        withAsterisk
        maxLength={500}
        value={item.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <NumberInput
        {...at('quantity')}
        {...separators}
        {...QUARTER}
        label={t('field.quantity')}
        withAsterisk
        disabled={priced}
        hideControls
        allowNegative={false}
        decimalScale={3}
        valueIsNumericString
        inputMode="decimal"
        value={item.quantity ?? ''}
        onValueChange={({ value }, { source }) => {
          if (source === 'event') onChange({ quantity: value || null })
        }}
      />
      <MoneyField
        {...at('unit_value')}
        {...HALF}
        label={t('field.unit_value')}
        currency={fields.values.currency ?? undefined}
        decimals={4}
        disabled={priced}
        value={item.unit_value}
        onChange={(value) => onChange({ unit_value: value })}
      />
      <HsCodeField
        item={item}
        path={path}
        fields={fields}
        priced={priced}
        taxed={taxed}
        onChange={onChange}
      />
      {abroad && customs}
      <MoreFields
        of={title}
        filled={more.some((name) => item[name])}
        wrong={more.some((name) => fields.errors[`${path}.${name}`])}
        asked={more.some((name) => focus === `${path}.${name}`)}
      >
        <TextInput {...text('unit')} {...QUARTER} maxLength={30} />
        <TextInput {...text('sku')} {...QUARTER} maxLength={60} />
        {!abroad && customs}
      </MoreFields>
    </div>
  )
}

type CustomsProps = Pick<ItemFieldsProps, 'item' | 'path' | 'fields' | 'lookups' | 'onChange'> & {
  taxed: boolean
}

/** What customs want besides the tariff code. */
function CustomsFields({ item, path, fields, lookups, taxed, onChange }: CustomsProps) {
  const { t } = useTranslation('shipment-form')
  const countries = useMemo(
    () => lookups.countries.map(({ id, label }) => ({ value: String(id), label })),
    [lookups],
  )
  const at = (name: keyof ItemRow) => fields.at(`${path}.${name}`)
  return (
    <>
      <NetWeightField
        {...at('net_weight_g')}
        {...HALF}
        label={t('field.net_weight_g')}
        value={item.net_weight_g}
        onChange={(value) => onChange({ net_weight_g: value })}
      />
      <FirstSelect
        {...at('origin_country_id')}
        {...HALF}
        label={t('field.origin_country_id')}
        disabled={taxed}
        data={countries}
        allowDeselect={false}
        clearable
        value={item.origin_country_id === null ? null : String(item.origin_country_id)}
        onChange={(id) => onChange({ origin_country_id: id === null ? null : Number(id) })}
      />
    </>
  )
}
