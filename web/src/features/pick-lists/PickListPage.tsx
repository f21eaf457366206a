import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickListShow } from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { usePickListActions } from './actions'
import { LeftPicks } from './LeftPicks'
import { PackedParcels } from './PackedParcels'
import { PackStation } from './PackStation'
import { PickListFacts } from './PickListFacts'
import { PickListLines } from './PickListLines'
import { PickStation } from './PickStation'

type PickListPageProps = {
  id: string
  /** The picked goods, with the way back of those that do not leave. */
  picked(list: PickListDetails): ReactNode
}

/** One pick list: the scan field while goods are held or packed, and its lines in the order of picking. */
export function PickListPage({ id, picked }: PickListPageProps) {
  const { t } = useTranslation('pick-lists')
  return (
    <RecordPage
      result={usePickListShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={usePickListActions()}
      side={(list) => <PickListFacts list={list} />}
    >
      {(list) => (
        <Stack>
          {list.can.scan ? <PickStation list={list} /> : <LeftPicks list={list} />}
          {list.can.pack && <PackStation list={list} />}
          <PickListLines list={list} />
          {list.picked > 0 && picked(list)}
          {list.parcels.length > 0 && <PackedParcels list={list} />}
        </Stack>
      )}
    </RecordPage>
  )
}
