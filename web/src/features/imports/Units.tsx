import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportMapping } from '@/api/schema'
import type { PartOf } from './part'

const WEIGHTS = ['g', 'kg', 'oz', 'lb'] as const
const SIZES = ['mm', 'cm', 'm', 'in'] as const

/** Units of numbers without a unit. */
export function Units({ mapping, onChange }: PartOf) {
  const { t } = useTranslation('imports')
  return (
    <>
      <NativeSelect
        label={t('map.weightUnit')}
        value={mapping.weight_unit}
        data={WEIGHTS.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
        onChange={(event) =>
          onChange({ ...mapping, weight_unit: event.currentTarget.value as ImportMapping['weight_unit'] })
        }
      />
      <NativeSelect
        label={t('map.sizeUnit')}
        value={mapping.size_unit}
        data={SIZES.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
        onChange={(event) =>
          onChange({ ...mapping, size_unit: event.currentTarget.value as ImportMapping['size_unit'] })
        }
      />
    </>
  )
}
