import { Group, Text, TextInput } from '@mantine/core'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import type { TaxRuleListState } from './list'
import classes from './TaxRules.module.css'
import { usePlaces } from './usePlaces'

/** Before this year no rule is dated: a year is still being typed. */
const FIRST_YEAR = '1900'

/** Whose rules, for which country, in force on which day. */
export function Filters({ list }: { list: TaxRuleListState }) {
  const { t } = useTranslation('tax-rules')
  const format = useFormat()
  const id = useId()
  const { country, on } = list.values
  const today = format.today()
  const day = on === 'any' ? '' : on === undefined || on === 'today' ? today : on
  const { places } = usePlaces()
  const data = useMemo(() => places.map(({ code, label }) => ({ value: code, label })), [places])

  function choose(chosen: string) {
    if (chosen !== '' && chosen < FIRST_YEAR) return
    list.setFilters({ on: chosen === '' ? 'any' : chosen === today ? 'today' : chosen })
  }

  return (
    <div className={classes.top}>
      <FilterTabs
        label={t('tab.label')}
        value={list.values.own}
        options={[
          { value: undefined, label: t('tab.all') },
          { value: true, label: t('tab.own') },
          { value: false, label: t('tab.shipped') },
        ]}
        onChange={(own) => list.setFilters({ own })}
      />
      <div className={classes.filters}>
        <FirstSelect
          aria-label={t('field.country')}
          placeholder={t('filter.country')}
          className={classes.country}
          clearable
          data={data}
          value={country ?? null}
          onChange={(code) => list.setFilters({ country: code ?? undefined })}
        />
        <Group gap={6} className={classes.day}>
          <Text component="label" htmlFor={id} size="sm" c="dimmed">
            {t('filter.on')}
          </Text>
          <TextInput
            id={id}
            type="date"
            value={day}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        </Group>
      </div>
    </div>
  )
}
