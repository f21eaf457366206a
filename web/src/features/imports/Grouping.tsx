import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PartOf } from './part'

/** The column whose value the lines of one shipment share. */
export function Grouping({ shown, mapping, onChange, errors }: PartOf) {
  const { t } = useTranslation('imports')
  const options = shown.columns
    .filter(({ key }) => key !== '')
    .map(({ key, name }) => ({ value: key, label: name }))
  return (
    <Select
      maw="28rem"
      label={t('map.groupBy')}
      placeholder={t('map.everyLine')}
      data={options}
      value={mapping.group_by}
      onChange={(group_by) => onChange({ ...mapping, group_by })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('map.everyLine') }}
      nothingFoundMessage={t('nothingFound')}
      error={errors['mapping.group_by']}
    />
  )
}
