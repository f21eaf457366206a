import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contentsTypeValues, type SavedParcel } from '@/api/schema'
import { useProfile } from '@/context/session'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { FormCard, WIDE_HALF } from './FormCard'
import { type Fields, focusPath, type ShipmentFormModel } from './fields'
import { grossBelowParcels } from './mismatches'
import { PackagingField } from './PackagingField'
import { RowActions } from './RowActions'
import { SavedParcels } from './SavedParcels'
import classes from './ShipmentForm.module.css'
import { parcelTotals, volumetricWeight, type WeightRule } from './totals'
import type { Lookups } from './useLookups'
import { useRows } from './useRows'
import { emptyParcel, isBlankParcel, type ParcelRow } from './values'

const SaveParcelDialog = lazy(() => onceOnline(() => import('./SaveParcelDialog')))

const MOST_PARCELS = 200
const SIDES = ['length_mm', 'width_mm', 'height_mm'] as const

type Props = { model: ShipmentFormModel; fields: Fields; lookups: Lookups; rule: WeightRule }

export function ParcelRows({ model, fields, lookups, rule }: Props) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  const format = useFormat()
  const { weightUnit, sizeUnit } = format.preferences
  const { rows, add, change, duplicate, remove } = useRows(model, 'parcels', 'length_mm')
  const { values, at, choice } = fields
  const totals = parcelTotals(rows, rule)
  const { can } = useProfile()
  const [saved, setSaved] = useState<{ parcel: ParcelRow; opened: boolean }>()
  const isFull = rows.length >= MOST_PARCELS
  const blank = rows.findIndex(isBlankParcel)

  /** Fills in a row that nobody has, or else adds one. */
  function choose({ length_mm, width_mm, height_mm, weight_g }: SavedParcel) {
    const units = { size_unit: sizeUnit, weight_unit: weightUnit }
    const measures = { length_mm, width_mm, height_mm, weight_g, ...units }
    if (blank < 0) return add({ ...emptyParcel(), ...measures })
    change(blank, measures)
    focusPath(`parcels.${blank}.length_mm`)
  }

  return (
    <FormCard title={t('section.parcels')}>
      {rows.map((parcel, index) => {
        const title = t('parcel', { number: index + 1 })
        const volumetric = volumetricWeight(parcel, rule)
        return (
          <fieldset key={parcel.key} className={classes.row}>
            <legend className={classes.rowTitle}>{title}</legend>
            <div className={classes.rowActions}>
              {volumetric !== null && (
                <Text size="xs" c="dimmed">
                  {t('volumetric', { weight: format.weight(volumetric) })}
                </Text>
              )}
              <RowActions
                row={title}
                onSave={
                  can['saved_parcel.create'] &&
                  !isBlankParcel(parcel) &&
                  (() => setSaved({ parcel, opened: true }))
                }
                onDuplicate={() => duplicate(index)}
                onRemove={() => remove(index)}
              />
            </div>
            <div className={classes.measures}>
              <PackagingField
                packages={lookups.packages}
                parcel={parcel}
                onChange={(sizes) => change(index, { ...sizes, size_unit: sizeUnit })}
              />
              {SIDES.map((name) => (
                <SizeField
                  key={name}
                  {...at(`parcels.${index}.${name}`)}
                  label={t(`field.${name}`)}
                  value={parcel[name]}
                  onChange={(value) => change(index, { [name]: value, size_unit: sizeUnit })}
                />
              ))}
              <WeightField
                {...at(`parcels.${index}.weight_g`)}
                label={t('field.weight_g')}
                value={parcel.weight_g}
                onChange={(value) => change(index, { weight_g: value, weight_unit: weightUnit })}
              />
            </div>
          </fieldset>
        )
      })}
      <div className={classes.rowsEnd}>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            data-path="parcels.add"
            disabled={isFull}
            onClick={() => add(emptyParcel())}
          >
            {t('row.addParcel')}
          </Button>
          <SavedParcels clientId={values.client_id} disabled={isFull && blank < 0} onChoose={choose} />
        </Group>
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
      <FirstSelect
        {...choice('contents_type')}
        {...WIDE_HALF}
        label={t('field.contents_type')}
        withAsterisk
        data={contentsTypeValues.map((value) => ({ value, label: t(`shipments:contents.${value}`) }))}
        allowDeselect={false}
        clearable
      />
      <DeclaredWeight fields={fields} hasParcels={rows.length > 0} />
      {saved && (
        <Suspense>
          <SaveParcelDialog
            parcel={saved.parcel}
            clientId={values.client_id}
            opened={saved.opened}
            onClose={() => setSaved({ ...saved, opened: false })}
          />
        </Suspense>
      )}
    </FormCard>
  )
}

/** The weight of all of it as the sender tells it; less than the parcels is told, and not refused. */
function DeclaredWeight({ fields, hasParcels }: { fields: Fields; hasParcels: boolean }) {
  const { t } = useTranslation(['shipment-form', 'shipments'])
  const format = useFormat()
  const { values, at, set } = fields
  const wrong = grossBelowParcels(values)
  const told = wrong && {
    stated: format.weight(Number(wrong.stated)),
    counted: format.weight(Number(wrong.counted)),
  }
  // Without a parcel there is no total to leave it to.
  const help = hasParcels && t('field.declaredWeightText')
  return (
    <WeightField
      {...at('declared_weight_g')}
      {...WIDE_HALF}
      label={t('field.declared_weight_g')}
      description={told ? t('shipments:mismatch.gross_below_parcels', told) : help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={values.declared_weight_g}
      onChange={(value) => set('declared_weight_g', value)}
    />
  )
}
