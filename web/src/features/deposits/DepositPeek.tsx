import { Group, Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDepositShow } from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'
import { RecordButtons } from '@/blocks/RecordButtons'
import type { RecordActions } from '@/blocks/useRecordActions'
import { LoadFailure } from '@/ui/LoadFailure'
import { DepositFacts } from './DepositFacts'
import { Receipt } from './Receipt'

/** A deposit beside the list, with its receipt. */
export function DepositPeek({ id, actions }: { id: string; actions: RecordActions<Deposit> }) {
  const { t } = useTranslation('deposits')
  const result = useDepositShow(id)
  const deposit = result.data?.data
  if (!deposit && result.error) return <LoadFailure title={t('show.failed')} result={result} />
  if (!deposit) return <Skeleton h={360} />
  return (
    <Stack>
      <div>
        <DepositFacts deposit={deposit} />
      </div>
      <Group gap="xs">
        <RecordButtons actions={actions} record={deposit} />
      </Group>
      <div>
        <Receipt key={id} deposit={deposit} />
      </div>
    </Stack>
  )
}
