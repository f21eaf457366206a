import { Select } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ActiveFilter } from '@/api/schema'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { StatusBadge } from '@/ui/StatusBadge'

/** Names of the states, where they are not 'Active', 'Inactive' and 'Deleted'. */
export type StateWords = { active: string; inactive: string; excluded?: string }

/** The state of a record; `excluded_at` is set when it was deleted. */
export type RecordState = { active: boolean; excluded_at?: string | null | undefined }

export function stateText({ active, excluded_at }: RecordState, t: TFunction<'common'>, words?: StateWords) {
  if (excluded_at) return words?.excluded ?? t('record.excluded')
  return active ? (words?.active ?? t('record.active')) : (words?.inactive ?? t('record.inactive'))
}

const ON = { color: 'teal', icon: IconCircleCheck }
const OFF = { color: 'gray', icon: IconCircleOff }
const GONE = { color: 'red', icon: IconTrash }

export function ActiveBadge({ words, ...state }: RecordState & { words?: StateWords | undefined }) {
  const { t } = useTranslation()
  const onOrOff = state.active ? ON : OFF
  const look = state.excluded_at ? GONE : onOrOff
  return <StatusBadge status={{ ...look, label: stateText(state, t, words) }} />
}

type StateList = {
  values: { active?: ActiveFilter | undefined }
  setFilters(filters: { active: ActiveFilter | undefined }): void
}

type ActiveTabsProps = { list: StateList; words?: (StateWords & { all: string }) | undefined }

/** Filters a list by state: all, active, inactive or deleted. */
export function ActiveTabs({ list, words }: ActiveTabsProps) {
  const { t } = useTranslation()
  return (
    <FilterTabs
      label={t('record.state')}
      value={list.values.active}
      options={[
        { value: undefined, label: words?.all ?? t('record.tab.all') },
        { value: ActiveFilter.Active, label: words?.active ?? t('record.tab.active') },
        { value: ActiveFilter.Inactive, label: words?.inactive ?? t('record.tab.inactive') },
        { value: ActiveFilter.Excluded, label: words?.excluded ?? t('record.tab.excluded') },
      ]}
      onChange={(active) => list.setFilters({ active })}
    />
  )
}

/** The same filter beside others, where the tabs show something else. */
export function StateFilter({ list }: { list: StateList }) {
  const { t } = useTranslation()
  const states = [
    { value: ActiveFilter.Active, label: t('record.tab.active') },
    { value: ActiveFilter.Inactive, label: t('record.tab.inactive') },
    { value: ActiveFilter.Excluded, label: t('record.tab.excluded') },
  ]
  const chosen = states.find(({ value }) => value === list.values.active)
  return (
    <Select
      aria-label={t('record.state')}
      placeholder={t('record.state')}
      clearable
      value={chosen ? String(chosen.value) : null}
      data={states.map(({ value, label }) => ({ value: String(value), label }))}
      onChange={(value) =>
        list.setFilters({ active: states.find((state) => String(state.value) === value)?.value })
      }
    />
  )
}
