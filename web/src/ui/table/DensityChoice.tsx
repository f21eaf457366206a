import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Density } from './columns'

type DensityChoiceProps = { value: Density; onChange(density: Density): void }

/** The height of the rows. It is loaded when the columns are first chosen: few lists need it. */
export default function DensityChoice({ value, onChange }: DensityChoiceProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      mb="xs"
      aria-label={t('columns.density')}
      value={value}
      onChange={onChange}
      data={[
        { value: 'compact', label: t('columns.compact') },
        { value: 'comfortable', label: t('columns.comfortable') },
      ]}
    />
  )
}
