import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePickupList } from '@/api/generated/endpoints/pickups/pickups'
import { PAGED } from '@/api/record-query'
import { type Pickup, PickupStatus } from '@/api/schema'
import { ActionDialog, type DialogFields } from '@/ui/dialogs/ActionDialog'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { type Found, FoundMany, MOST_FOUND, useSearch } from './FoundMany'

type AddPickupsProps = {
  opened: boolean
  onClose(): void
  /** Throws what is refused. */
  onAdd(pickups: string[]): Promise<void>
  /** The day of the run. */
  on_date: string
}

type AddValues = { chosen: Found[] }

/** Chooses pickups up to the day of the run, by number, client or place. */
export default function AddPickups({ opened, onClose, onAdd, on_date }: AddPickupsProps) {
  const { t } = useTranslation(['routes', 'common'])
  return (
    <ActionDialog<AddValues, void>
      opened={opened}
      onClose={onClose}
      title={t('pickups.add')}
      action={t('pickups.add')}
      initial={{ chosen: [] }}
      check={({ chosen }) => (chosen.length > 0 ? {} : { chosen: t('common:validation.required') })}
      send={({ chosen }) => onAdd(chosen.map(({ value }) => value))}
      onDone={() => undefined}
    >
      {(fields) => (
        <>
          <Text size="sm">{t('pickups.addText')}</Text>
          <Choice fields={fields} on_date={on_date} />
        </>
      )}
    </ActionDialog>
  )
}

/** Requested ones, and those that a driver has without a run. */
const isFree = ({ can, status, route_id }: Pickup) =>
  route_id === null && (can.schedule || status === PickupStatus.Scheduled)

function Choice({ fields, on_date }: { fields: DialogFields<AddValues>; on_date: string }) {
  const { t } = useTranslation('routes')
  const format = useFormat()
  const { search, setSearch, words } = useSearch()
  const query = { open: true, to: on_date, per_page: MOST_FOUND, ...(words && { search: words }) }
  const result = usePickupList(query, PAGED)
  if (result.error && !result.data) return <LoadFailure title={t('pickups.failed')} result={result} />
  const optionOf = ({ id, number, client_name, city, on_date: day, from_time, to_time }: Pickup) => ({
    value: id,
    label: [number, client_name, city, `${format.day(day)} ${from_time}–${to_time}`].join(' · '),
  })
  return (
    <FoundMany
      label={t('pickups.waiting')}
      nothing={t('pickups.noWaiting')}
      options={(result.data?.data ?? []).filter(isFree).map(optionOf)}
      search={search}
      onSearch={setSearch}
      chosen={fields.values.chosen}
      onChosen={(chosen) => fields.set('chosen', chosen)}
      error={fields.problem('chosen')}
    />
  )
}
