import { Group, Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDepositShow } from '@/api/generated/endpoints/finance/finance'
import { LoadFailure } from '@/ui/LoadFailure'
import { DepositButtons } from './DepositButtons'
import { DepositFacts } from './DepositFacts'
import { Receipt } from './Receipt'
import type { DepositActions } from './useDepositActions'

/** A deposit beside the list, with its receipt. */
export function DepositPeek({ id, actions }: { id: string; actions: DepositActions }) {
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
        <DepositButtons deposit={deposit} actions={actions} />
      </Group>
      <div>
        <Receipt key={id} deposit={deposit} />
      </div>
    </Stack>
  )
}
