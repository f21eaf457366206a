import { Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breakBagFinish } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { useFlights } from './flights'
import { refreshBreakBags } from './refresh'

type FinishDialogProps = { broken: BreakBag } & DialogState<BreakBag>

/** Asks whether all is unpacked. Parcels among the pieces that a flight still brings are not short yet. */
export default function FinishDialog({ broken, opened, onClose, onChanged }: FinishDialogProps) {
  const { t } = useTranslation('break-bags')
  const client = useQueryClient()
  const format = useFormat()
  const { result, flights } = useFlights(broken)
  const { id, version, number, expected_count, found_count } = broken
  const isHidden = expected_count === null
  const awaited = isHidden ? [] : flights.filter(({ expected, received }) => received < expected)
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('finish.title', { number })}
      action={t('action.finish')}
      isLoading={result.isLoading}
      initial={{}}
      send={async () => (await breakBagFinish(id, { version })).data}
      onDone={(saved) => {
        refreshBreakBags(client, saved)
        onChanged?.(saved)
        notify.success(t('finish.done'))
      }}
    >
      {result.isLoading && <Skeleton h="1.5rem" radius="md" />}
      {awaited.map(({ flight, day, expected, received }) => {
        const count = expected - received
        return (
          <Text key={`${flight} ${day}`} size="sm">
            {t('finish.awaited', { flight, day: format.day(day), count, number: format.number(count) })}
          </Text>
        )
      })}
      {!result.data && result.error && <LoadFailure title={t('flightsFailed')} result={result} />}
      <Text size="sm">
        {isHidden ? t('finish.blind') : t('finish.text', { count: expected_count - found_count })}
      </Text>
    </ActionDialog>
  )
}
