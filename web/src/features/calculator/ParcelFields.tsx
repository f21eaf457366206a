import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { WholeField } from '@/ui/fields/WholeField'
import classes from './Calculator.module.css'
import type { CalculatorFields } from './CalculatorForm'
import { emptyParcel, type ParcelValues } from './values'

const MOST_PARCELS = 50
const SIDES = ['length', 'width', 'height'] as const

/** The parcels, identical ones in one row. */
export function ParcelFields({ fields }: { fields: CalculatorFields }) {
  const { t } = useTranslation('calculator')
  const { form, values } = fields
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('parcels')}</legend>
      {values.parcels.map((parcel, index) => (
        <Row key={parcel.key} fields={fields} parcel={parcel} index={index} />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        disabled={values.parcels.length >= MOST_PARCELS}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('parcels', emptyParcel())}
      >
        {t('addParcel')}
      </Button>
    </fieldset>
  )
}

type RowProps = { fields: CalculatorFields; parcel: ParcelValues; index: number }

function Row({ fields: { form, values, at }, parcel, index }: RowProps) {
  const { t } = useTranslation('calculator')
  const path = `parcels.${index}`
  const change = (name: keyof ParcelValues) => (value: number | null) =>
    form.setFieldValue(`${path}.${name}`, value)
  return (
    <div className={classes.parcel}>
      <WholeField
        {...at(`${path}.pieces`)}
        label={t('field.pieces')}
        min={1}
        max={100_000}
        value={parcel.pieces}
        onChange={change('pieces')}
      />
      <WeightField
        {...at(`${path}.weight`)}
        label={t('field.weight')}
        withAsterisk
        value={parcel.weight}
        onChange={change('weight')}
      />
      {SIDES.map((side) => (
        <SizeField
          key={side}
          {...at(`${path}.${side}`)}
          label={t(`field.${side}`)}
          value={parcel[side]}
          onChange={change(side)}
        />
      ))}
      {values.parcels.length > 1 && (
        <ActionIcon
          size="lg"
          className={classes.remove}
          aria-label={t('removeParcel', { number: index + 1 })}
          title={t('removeParcel', { number: index + 1 })}
          onClick={() => form.removeListItem('parcels', index)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
