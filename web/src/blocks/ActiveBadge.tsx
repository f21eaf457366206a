import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { StatusBadge } from '@/ui/StatusBadge'

/** Names of the two states, where they are not 'Active' and 'Inactive'. */
export type StateWords = { active: string; inactive: string }

export const stateText = (active: boolean, t: TFunction<'common'>, words?: StateWords) =>
  active ? (words?.active ?? t('record.active')) : (words?.inactive ?? t('record.inactive'))

export function ActiveBadge({ active, words }: { active: boolean; words?: StateWords | undefined }) {
  const { t } = useTranslation()
  const look = active ? { color: 'teal', icon: IconCircleCheck } : { color: 'gray', icon: IconCircleOff }
  return <StatusBadge status={{ ...look, label: stateText(active, t, words) }} />
}

type ActiveTabsProps = {
  list: {
    values: { active?: boolean | undefined }
    setFilters(filters: { active: boolean | undefined }): void
  }
  words?: (StateWords & { all: string }) | undefined
}

/** Filters a list by state: all, active or inactive. */
export function ActiveTabs({ list, words }: ActiveTabsProps) {
  const { t } = useTranslation()
  return (
    <FilterTabs
      label={t('record.state')}
      value={list.values.active}
      options={[
        { value: undefined, label: words?.all ?? t('record.tab.all') },
        { value: true, label: words?.active ?? t('record.tab.active') },
        { value: false, label: words?.inactive ?? t('record.tab.inactive') },
      ]}
      onChange={(active) => list.setFilters({ active })}
    />
  )
}
