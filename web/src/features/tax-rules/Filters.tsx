import { Group, Text } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDay } from '@/ui/fields/birthday'
import { DayField } from '@/ui/fields/DayField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import type { TaxRuleListState } from './list'
import classes from './TaxRules.module.css'
import { usePlaces } from './usePlaces'

/** Whose rules, for which country, in force on which day. */
export function Filters({ list }: { list: TaxRuleListState }) {
  const { t } = useTranslation('tax-rules')
  const format = useFormat()
  const id = useId()
  const { country, on } = list.values
  const today = format.today()
  const day = on === 'any' ? '' : on === undefined || on === 'today' ? today : on
  const [typed, setTyped] = useState<string>()
  const { places } = usePlaces()
  const data = useMemo(() => places.map(({ code, label }) => ({ value: code, label })), [places])

  function choose(chosen: string) {
    const isTyping = chosen !== '' && !isDay(chosen)
    setTyped(isTyping ? chosen : undefined)
    if (isTyping) return
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
          <DayField id={id} value={typed ?? day} onChange={choose} />
        </Group>
      </div>
    </div>
  )
}
