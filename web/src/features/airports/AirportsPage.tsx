import { Select } from '@mantine/core'
import { IconPencil, IconPlaneDeparture } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { airportList as loadAirports, useAirportList } from '@/api/generated/endpoints/reference/reference'
import { PAGED } from '@/api/record-query'
import type { AirportRecord } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { EditedTabs } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import { useListParams } from '@/ui/table/useListParams'
import { airportColumns } from './columns'
import { airportList } from './list'
import { nameOf, useAirportRestore, useDeleteEntries, useFavouriteEntry } from './useAirportEdits'

const edit = ({ id }: AirportRecord) => paths['airports.edit']({ id })

/** All airports, with the company's own names and contacts. */
export function AirportsPage() {
  const { t } = useTranslation('airports')
  const { t: common } = useTranslation()
  const country = useCountryName()
  const list = useListParams(airportList)
  const restoring = useAirportRestore()
  const favourite = useFavouriteEntry()
  const deletion = useDeleteEntries()
  const { can } = useProfile()
  const columns = useMemo(() => airportColumns(t, common, country), [t, common, country])
  const { country_id, favourite: isFavourite, hidden } = list.values
  const shown = isFavourite ? 'favourite' : hidden ? 'hidden' : null
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['airports.create']()} label={t('create')} allowed={can['airport.create']} />
      }
      tabs={<EditedTabs list={list} />}
      search={t('search')}
      filters={
        <>
          <CountryChoice
            aria-label={t('field.country')}
            placeholder={t('field.country')}
            value={country_id ?? null}
            onChange={(id) => list.setFilters({ country_id: id ?? undefined })}
          />
          <Select
            aria-label={t('filter.label')}
            placeholder={t('filter.label')}
            clearable
            value={shown}
            data={[
              { value: 'favourite', label: t('filter.favourite') },
              { value: 'hidden', label: t('filter.hidden') },
            ]}
            onChange={(value) =>
              list.setFilters({
                favourite: value === 'favourite' || undefined,
                hidden: value === 'hidden' || undefined,
              })
            }
          />
        </>
      }
      list={list}
      load={(page, options) => loadAirports({ ...list.query, ...page }, options)}
      result={useOnceCountriesAreNamed(useAirportList(list.query, PAGED))}
      columns={columns}
      rowLabel={nameOf}
      rowTo={edit}
      menu={(airport) => [
        { label: common('record.open'), icon: IconPencil, to: edit(airport) },
        favourite(airport),
        'divider',
        restoring.entry(airport),
        ...deletion(airport),
      ]}
      empty={{ icon: IconPlaneDeparture, title: t('empty') }}
    />
  )
}
