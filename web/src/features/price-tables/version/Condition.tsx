import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type PriceTable, priceContentsValues, priceHandlingValues } from '@/api/schema'
import { DecimalField } from '@/ui/fields/DecimalField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import type { SurchargesForm } from './SurchargesPage'
import { type AreaValues, type ConditionValues, emptyArea, hasAreas, measureOf } from './surcharge-values'
import { useCountries } from './useCountries'
import classes from './Zones.module.css'

type ConditionProps = {
  form: SurchargesForm
  /** Path of the condition in the form. */
  path: string
  condition: ConditionValues
  table: PriceTable
  zones: readonly string[]
  readOnly: boolean
  onRemove(): void
}

/** One condition of a surcharge: its kind is fixed, its value is filled in. */
export function Condition(props: ConditionProps) {
  const { condition, readOnly, onRemove } = props
  const { t } = useTranslation('price-parts')
  return (
    <div className={classes.part}>
      {hasAreas(condition.kind) ? <Areas {...props} /> : <Value {...props} />}
      {!readOnly && (
        <ActionIcon
          className={classes.remove}
          size="lg"
          aria-label={t('conditions.remove', { condition: t(`condition.${condition.kind}`) })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function Value({ form, path, condition, table, zones, readOnly }: ConditionProps) {
  const { t } = useTranslation('price-parts')
  const { kind } = condition
  const label = t(`condition.${kind}`)
  const measure = measureOf(kind)
  if (measure) {
    const unit = { weight: table.weight_unit, size: table.size_unit, pieces: undefined }[measure]
    return (
      <DecimalField
        label={label}
        {...(unit && { unit })}
        decimals={measure === 'pieces' ? 0 : 3}
        {...form.getInputProps(`${path}.limit`)}
        value={condition.limit}
      />
    )
  }
  if (kind === 'handling') {
    return (
      <Select
        label={label}
        disabled={readOnly}
        data={priceHandlingValues.map((value) => ({ value, label: t(`handling.${value}`) }))}
        {...form.getInputProps(`${path}.handling`)}
      />
    )
  }
  const options =
    kind === 'zone_in'
      ? [...new Set([...zones, ...condition.zones])].map((value) => ({ value, label: value }))
      : priceContentsValues.map((value) => ({ value, label: t(`contents.${value}`) }))
  return (
    <MultiSelect
      label={label}
      disabled={readOnly}
      data={options}
      {...form.getInputProps(`${path}.${kind === 'zone_in' ? 'zones' : 'contents'}`)}
    />
  )
}

/** Countries, and ranges of postcodes such as remote areas, of the origin or the destination. */
function Areas({ form, path, condition, readOnly }: ConditionProps) {
  const { t } = useTranslation('price-parts')
  const countries = useCountries()
  const options = countries.map(({ id, label }) => ({ value: String(id), label }))
  return (
    <div>
      <MultiSelect
        label={t(`condition.${condition.kind}`)}
        searchable
        hidePickedOptions
        disabled={readOnly}
        data={options}
        value={condition.countries.map(String)}
        onChange={(ids) => form.setFieldValue(`${path}.countries`, ids.map(Number))}
        error={form.errors[`${path}.countries`] ?? form.errors[`${path}.areas`]}
        data-path={`${path}.countries`}
      />
      {condition.areas.map((area, index) => (
        <Area
          key={area.key}
          form={form}
          path={`${path}.areas.${index}`}
          area={area}
          options={options}
          readOnly={readOnly}
          onRemove={() => form.removeListItem(`${path}.areas`, index)}
        />
      ))}
      {!readOnly && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem(`${path}.areas`, emptyArea())}
        >
          {t('conditions.addPostcodes')}
        </Button>
      )}
    </div>
  )
}

type AreaProps = Pick<ConditionProps, 'form' | 'path' | 'readOnly' | 'onRemove'> & {
  area: AreaValues
  options: { value: string; label: string }[]
}

/** A range of postcodes of one country. */
function Area({ form, path, area, options, readOnly, onRemove }: AreaProps) {
  const { t } = useTranslation('price-parts')
  return (
    <div className={classes.part}>
      <FirstSelect
        label={t('zones.country_id')}
        withAsterisk
        disabled={readOnly}
        data={options}
        error={form.errors[`${path}.country_id`]}
        data-path={`${path}.country_id`}
        value={area.country_id === null ? null : String(area.country_id)}
        onChange={(id) => form.setFieldValue(`${path}.country_id`, id === null ? null : Number(id))}
      />
      {(['postcode_from', 'postcode_to'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`zones.${name}`)}
          maxLength={20}
          autoComplete="off"
          value={area[name] ?? ''}
          onChange={(event) => form.setFieldValue(`${path}.${name}`, event.currentTarget.value || null)}
        />
      ))}
      {!readOnly && (
        <ActionIcon
          className={classes.remove}
          size="lg"
          aria-label={t('zones.removePart')}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
