import { Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bag } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useStationName } from '@/shared/bags/useStationName'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import classes from './Bags.module.css'
import { LastScan } from './LastScan'
import { useBagScanning } from './useBagScanning'

const ReasonDialog = lazy(() => onceOnline(() => import('./ReasonDialog')))

/** The scan station of an open bag: each scan is recorded at once, and heard. */
export function BagStation({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  const field = useRef<HTMLInputElement>(null)
  const [station, setStation] = useStationName()
  const { scanning, last, move, forget } = useBagScanning(bag, station)
  const [moved, setMoved] = useState<{ code: string; opened: boolean }>()
  const remarks = useRemarks()
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  function closeMove() {
    setMoved((now) => now && { ...now, opened: false })
    field.current?.focus()
  }

  return (
    <PageCard title={t('station.title')}>
      <Stack gap="sm">
        <Figures bag={bag} />
        <LastScan
          bag={bag}
          scan={last}
          onMove={(code) => setMoved({ code, opened: true })}
          onUndone={(code) => {
            forget(code)
            field.current?.focus()
          }}
        />
        <ScanList
          field={field}
          scanning={scanning}
          remarks={remarks}
          path="codes"
          error={null}
          onType={() => undefined}
          holdsRefusals
        />
        <TextInput
          label={t('station.name')}
          description={t('station.nameText')}
          maxLength={60}
          value={station}
          onChange={(event) => setStation(event.currentTarget.value)}
        />
      </Stack>
      {moved && (
        <Suspense>
          <ReasonDialog
            opened={moved.opened}
            onClose={closeMove}
            title={t('move.title', { code: moved.code })}
            text={t('move.text', { number: bag.number })}
            submit={t('action.move')}
            send={(reason) => move(moved.code, reason)}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

/** How full the bag is. */
function Figures({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  const format = useFormat()
  const { parcel_count, max_parcels, max_weight_g } = bag
  const weight = bag.tare_g + bag.parcel_weight_g
  return (
    <div className={classes.figures}>
      <span className={classes.count}>{format.number(parcel_count)}</span>
      <Text>{t('ofParcels', { count: max_parcels, max: format.number(max_parcels) })}</Text>
      <Text>{t('ofWeight', { weight: format.weight(weight), max: format.weight(max_weight_g) })}</Text>
    </div>
  )
}

/** The words in the line of a code. */
function useRemarks(): Remarks<FoundRecord> {
  const { t } = useTranslation('bags')
  return {
    done: () => t('station.done'),
    held: () => t('station.already'),
    unknown: t('station.unknown'),
    known: () => null,
    doubt: () => undefined,
    doneCount: (count) => t('station.doneCount', { count }),
  }
}
