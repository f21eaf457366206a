import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDeliveryList } from '@/api/generated/endpoints/deliveries/deliveries'
import { PAGED } from '@/api/record-query'
import { type Delivery, DeliveryStatus } from '@/api/schema'
import { ActionDialog, type DialogFields } from '@/ui/dialogs/ActionDialog'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { type Found, FoundMany, MOST_FOUND, useSearch } from './FoundMany'

type AddStopsProps = {
  opened: boolean
  onClose(): void
  /** Throws what is refused. */
  onAdd(deliveries: string[]): Promise<void>
  /** Deliveries that the run has. */
  known: string[]
}

type AddValues = { chosen: Found[] }

/** Chooses deliveries that wait, by number, name or place. */
export default function AddStops({ opened, onClose, onAdd, known }: AddStopsProps) {
  const { t } = useTranslation(['routes', 'common'])
  return (
    <ActionDialog<AddValues, void>
      opened={opened}
      onClose={onClose}
      title={t('addStops')}
      action={t('addStops')}
      initial={{ chosen: [] }}
      check={({ chosen }) => (chosen.length > 0 ? {} : { chosen: t('common:validation.required') })}
      send={({ chosen }) => onAdd(chosen.map(({ value }) => value))}
      onDone={() => undefined}
    >
      {(fields) => (
        <>
          <Text size="sm">{t('addText')}</Text>
          <Choice fields={fields} known={known} />
        </>
      )}
    </ActionDialog>
  )
}

const useWaiting = (status: DeliveryStatus, words: string) =>
  useDeliveryList({ status, per_page: MOST_FOUND, ...(words && { search: words }) }, PAGED)

function Choice({ fields, known }: { fields: DialogFields<AddValues>; known: string[] }) {
  const { t } = useTranslation('routes')
  const format = useFormat()
  const { search, setSearch, words } = useSearch()
  const pending = useWaiting(DeliveryStatus.Pending, words)
  const failed = useWaiting(DeliveryStatus.Failed, words)
  // What is left of a partial one.
  const partial = useWaiting(DeliveryStatus.Partial, words)
  const waiting = [pending, failed, partial]
  const lost = waiting.find(({ error, data }) => error && !data)
  if (lost) return <LoadFailure title={t('addFailed')} result={lost} />
  const found = waiting.flatMap(({ data }) => data?.data ?? [])
  const optionOf = ({ id, number, recipient_name, city, on_date }: Delivery) => ({
    value: id,
    label: [number, recipient_name, city, format.day(on_date)].join(' · '),
  })
  return (
    <FoundMany
      label={t('waiting')}
      nothing={t('noWaiting')}
      options={found.filter(({ id, can }) => can.assign && !known.includes(id)).map(optionOf)}
      search={search}
      onSearch={setSearch}
      chosen={fields.values.chosen}
      onChosen={(chosen) => fields.set('chosen', chosen)}
      error={fields.problem('chosen')}
    />
  )
}
