import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { ResourcePage } from '@/ui/ResourcePage'
import { ParcelInHand } from './ParcelInHand'
import classes from './Receiving.module.css'
import { RecentParcels } from './RecentParcels'
import { ScaleBar } from './ScaleBar'
import { StationLine } from './StationLine'
import { readLine } from './station-input'
import { useReceiving } from './useReceiving'
import { useSerialScale } from './useSerialScale'
import { useStation } from './useStation'

const StationSettings = lazy(() => onceOnline(() => import('./StationSettings')))

/** The station where parcels come in: scan, see what it is, weigh, measure, photograph, next. */
export function ReceivingPage() {
  const { t } = useTranslation('receiving')
  const { can } = useProfile()
  const { station, change } = useStation()
  const scale = useSerialScale(station)
  const receiving = useReceiving(station)
  const [word, setWord] = useState<string>()
  const { inHand, weigh } = receiving
  const parcel = inHand?.answer.parcel
  const canMeasure = parcel?.can.measure === true

  function take(line: string, isByDevice: boolean) {
    setWord(undefined)
    const input = readLine(line, { unit: station.unit, decimals: station.decimals })
    if (input.kind === 'code') return receiving.scan(input.code)
    const mayMeasure = receiving.canMeasure()
    if (!mayMeasure) return setWord(mayMeasure === false ? t('notMeasured') : t('scanFirst'))
    if (input.kind === 'size') receiving.measure(input.sides)
    else if (input.kind === 'no_weight') setWord(t(`scale.${input.state}`))
    else weigh({ grams: input.grams, text: input.text, source: isByDevice ? 'keyboard' : 'typed' })
  }

  const onWeight = useCallback(
    (grams: number) => weigh({ grams, text: `${grams} g`, source: 'serial' }),
    [weigh],
  )
  return (
    <ResourcePage
      title={t('title')}
      text={t('text')}
      action={
        <Suspense fallback={<Button variant="default">{station.name || t('station.title')}</Button>}>
          <StationSettings
            station={station}
            onChange={change}
            hasWarehouses={can['warehouse.select'] === true}
          />
        </Suspense>
      }
    >
      <div className={classes.station}>
        <Stack>
          <StationLine onLine={(line, isByDevice) => receiving.inTurn(() => take(line, isByDevice))} />
          <Group justify="space-between">
            <ScaleBar
              scale={scale}
              isWanted={canMeasure && !inHand?.weighed && !receiving.busy}
              onWeight={onWeight}
            />
            <Text role="status" c="orange">
              {word}
            </Text>
          </Group>
          {receiving.failure && (
            <Alert color="red" role="alert">
              {receiving.failure}
            </Alert>
          )}
          {inHand ? (
            <ParcelInHand inHand={inHand} receiving={receiving} canOpen={can['shipment.show'] === true} />
          ) : (
            <Text c="dimmed">{t('waiting')}</Text>
          )}
        </Stack>
        {can['receiving.list'] && (
          <RecentParcels
            canOpen={can['shipment.show'] === true}
            busy={receiving.busy}
            onWithdraw={(id) => void receiving.withdraw(id)}
          />
        )}
      </div>
    </ResourcePage>
  )
}
