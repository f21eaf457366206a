import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import type { Fields, ShipmentFormModel } from './fields'
import { RowActions } from './RowActions'
import classes from './ShipmentForm.module.css'
import { parcelTotals, volumetricWeight } from './totals'
import { useRows } from './useRows'
import { emptyParcel } from './values'

const MOST_PARCELS = 200
const SIDES = ['length_mm', 'width_mm', 'height_mm'] as const

type Props = { model: ShipmentFormModel; fields: Fields }

export function ParcelRows({ model, fields }: Props) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { rows, add, change, duplicate, remove } = useRows(model, 'parcels', 'length_mm')
  const { values, at, set } = fields
  const totals = parcelTotals(rows)
  return (
    <FormSection title={t('section.parcels')} text={t('section.parcelsText')}>
      {rows.map((parcel, index) => {
        const title = t('parcel', { number: index + 1 })
        const volumetric = volumetricWeight(parcel)
        return (
          <fieldset key={parcel.key} className={classes.row}>
            <legend className={classes.rowTitle}>{title}</legend>
            <div className={classes.rowActions}>
              {volumetric !== null && (
                <Text size="xs" c="dimmed">
                  {t('volumetric', { weight: format.weight(volumetric) })}
                </Text>
              )}
              <RowActions row={title} onDuplicate={() => duplicate(index)} onRemove={() => remove(index)} />
            </div>
            <div className={classes.measures}>
              {SIDES.map((name) => (
                <SizeField
                  key={name}
                  {...at(`parcels.${index}.${name}`)}
                  label={t(`field.${name}`)}
                  value={parcel[name]}
                  onChange={(value) => change(index, { [name]: value })}
                />
              ))}
              <WeightField
                {...at(`parcels.${index}.weight_g`)}
                label={t('field.weight_g')}
                value={parcel.weight_g}
                onChange={(value) => change(index, { weight_g: value })}
              />
            </div>
          </fieldset>
        )
      })}
      <div className={classes.rowsEnd}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          data-path="parcels.add"
          disabled={rows.length >= MOST_PARCELS}
          onClick={() => add(emptyParcel())}
        >
          {t('row.addParcel')}
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite">
          {[
            t('parcelCount', { count: rows.length }),
            totals.weight !== null && format.weight(totals.weight),
            totals.volumetric !== null && t('volumetric', { weight: format.weight(totals.volumetric) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <WeightField
        {...at('declared_weight_g')}
        {...HALF}
        label={t('field.declared_weight_g')}
        description={t('field.declaredWeightText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.declared_weight_g}
        onChange={(value) => set('declared_weight_g', value)}
      />
    </FormSection>
  )
}
