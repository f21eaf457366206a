import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickupList } from '@/api/generated/endpoints/pickups/pickups'
import { PAGED } from '@/api/record-query'
import { type Pickup, PickupStatus } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'

type AddPickupsProps = {
  opened: boolean
  onClose(): void
  /** True when they were taken. */
  onAdd(pickups: string[]): Promise<boolean>
  /** The day of the run. */
  on_date: string
}

/** Chooses pickups up to the day of the run, by number, client or place. */
export default function AddPickups(props: AddPickupsProps) {
  const { t } = useTranslation(['routes', 'common'])
  return (
    <Modal
      opened={useOpened(props.opened)}
      onClose={props.onClose}
      title={t('pickups.add')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Choice {...props} />
    </Modal>
  )
}

const MOST = 100
/** Typing asks once it pauses. */
const PAUSE_MS = 250

/** Requested ones, and those that a driver has without a run. */
const isFree = ({ can, status, route_id }: Pickup) =>
  route_id === null && (can.schedule || status === PickupStatus.Scheduled)

function Choice({ onClose, onAdd, on_date }: Omit<AddPickupsProps, 'opened'>) {
  const { t } = useTranslation(['routes', 'common'])
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), PAUSE_MS)
  const result = usePickupList(
    { open: true, to: on_date, per_page: MOST, ...(words && { search: words }) },
    PAGED,
  )
  /** Chosen ones keep their labels while others are searched. */
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const optionOf = ({ id, number, client_name, city, on_date: day, from_time, to_time }: Pickup) => ({
    value: id,
    label: [number, client_name, city, `${format.day(day)} ${from_time}–${to_time}`].join(' · '),
  })
  const options = (result.data?.data ?? []).filter(isFree).map(optionOf)
  const others = chosen.filter(({ value }) => !options.some((option) => option.value === value))

  async function send() {
    if (chosen.length === 0) return setProblem(t('common:validation.required'))
    setBusy(true)
    const isDone = await onAdd(chosen.map(({ value }) => value))
    setBusy(false)
    if (isDone) onClose()
  }

  if (result.error && !result.data) return <LoadFailure title={t('pickups.failed')} result={result} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        <Text size="sm">{t('pickups.addText')}</Text>
        <MultiSelect
          label={t('pickups.waiting')}
          withAsterisk
          searchable
          data-autofocus
          nothingFoundMessage={t('pickups.noWaiting')}
          data={[...others, ...options]}
          // The server has searched already, also in what the label does not show.
          filter={({ options }) => options}
          searchValue={search}
          onSearchChange={setSearch}
          value={chosen.map(({ value }) => value)}
          error={problem}
          onChange={(values) => {
            const all = [...chosen, ...options]
            setChosen(values.flatMap((value) => all.find((option) => option.value === value) ?? []))
            setProblem(undefined)
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('pickups.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
