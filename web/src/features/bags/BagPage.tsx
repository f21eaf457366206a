import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBagShow } from '@/api/generated/endpoints/consolidation/consolidation'
import { RecordPage } from '@/blocks/RecordPage'
import { useBagActions } from './actions'
import { BagFacts } from './BagFacts'
import { BagParcels } from './BagParcels'
import { BagStation } from './BagStation'
import { BagTransport } from './BagTransport'
import { BagUnits } from './BagUnits'
import { Expected } from './Expected'
import { LeftBagScans } from './LeftBagScans'

/** One bag: the scan station while it is open, what is in it, and what belongs into it. */
export function BagPage({ id }: { id: string }) {
  const { t } = useTranslation('bags')
  return (
    <RecordPage
      result={useBagShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useBagActions()}
      side={(bag) => <BagFacts bag={bag} />}
    >
      {(bag) => (
        <Stack>
          {bag.can.scan ? <BagStation bag={bag} /> : <LeftBagScans bag={bag} />}
          <BagParcels bag={bag} />
          {bag.can.scan && <Expected bag={bag} />}
          <BagTransport bag={bag} />
          <BagUnits bag={bag} />
        </Stack>
      )}
    </RecordPage>
  )
}
