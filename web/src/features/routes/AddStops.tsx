import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeliveryList } from '@/api/generated/endpoints/deliveries/deliveries'
import { PAGED } from '@/api/record-query'
import { type Delivery, DeliveryStatus } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'

type AddStopsProps = {
  opened: boolean
  onClose(): void
  /** True when they were taken. */
  onAdd(deliveries: string[]): Promise<boolean>
  /** Deliveries that the run has. */
  known: string[]
}

/** Chooses deliveries that wait, by number, name or place. */
export default function AddStops(props: AddStopsProps) {
  const { t } = useTranslation(['routes', 'common'])
  return (
    <Modal
      opened={useOpened(props.opened)}
      onClose={props.onClose}
      title={t('addStops')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Choice {...props} />
    </Modal>
  )
}

const MOST = 100
/** Typing asks once it pauses. */
const PAUSE_MS = 250

const useWaiting = (status: DeliveryStatus, words: string) =>
  useDeliveryList({ status, per_page: MOST, ...(words && { search: words }) }, PAGED)

function Choice({ onClose, onAdd, known }: AddStopsProps) {
  const { t } = useTranslation(['routes', 'common'])
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), PAUSE_MS)
  const pending = useWaiting(DeliveryStatus.Pending, words)
  const failed = useWaiting(DeliveryStatus.Failed, words)
  // What is left of a partial one.
  const partial = useWaiting(DeliveryStatus.Partial, words)
  const waiting = [pending, failed, partial]
  /** Chosen ones keep their labels while others are searched. */
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const found = waiting.flatMap(({ data }) => data?.data ?? [])
  const optionOf = ({ id, number, recipient_name, city, on_date }: Delivery) => ({
    value: id,
    label: [number, recipient_name, city, format.day(on_date)].join(' · '),
  })
  const options = found.filter(({ id, can }) => can.assign && !known.includes(id)).map(optionOf)
  const others = chosen.filter(({ value }) => !options.some((option) => option.value === value))

  async function send() {
    if (chosen.length === 0) return setProblem(t('common:validation.required'))
    setBusy(true)
    const isDone = await onAdd(chosen.map(({ value }) => value))
    setBusy(false)
    if (isDone) onClose()
  }

  const lost = waiting.find(({ error, data }) => error && !data)
  if (lost) return <LoadFailure title={t('addFailed')} result={lost} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        <Text size="sm">{t('addText')}</Text>
        <MultiSelect
          label={t('waiting')}
          withAsterisk
          searchable
          data-autofocus
          nothingFoundMessage={t('noWaiting')}
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
            {t('addStops')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
