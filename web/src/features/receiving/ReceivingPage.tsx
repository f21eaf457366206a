import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCamera, IconSettings } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { confirm } from '@/ui/dialogs/confirm'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import { ParcelInHand } from './ParcelInHand'
import classes from './Receiving.module.css'
import { RecentParcels } from './RecentParcels'
import { ScaleBar } from './ScaleBar'
import { ScaleNotes } from './ScaleNotes'
import { StationLine } from './StationLine'
import { writeTared } from './scale-tare'
import { isMeantAsMeasure, isMeantAsSuite, readLine } from './station-input'
import { UnsentInHand } from './UnsentInHand'
import { UnsentParcels } from './UnsentParcels'
import { type Receiving, useReceiving } from './useReceiving'
import { useSerialScale } from './useSerialScale'
import { useStation } from './useStation'

const StationCamera = lazy(() => onceOnline(() => import('./StationCamera')))
const StationSettings = lazy(() => onceOnline(() => import('./StationSettings')))

/** The station where parcels come in: scan, see what it is, weigh, measure, photograph, next. */
export function ReceivingPage() {
  const { t } = useTranslation('receiving')
  const { can } = useProfile()
  const { station, change } = useStation()
  const scale = useSerialScale(station)
  const receiving = useReceiving(station)
  const { unit, decimals, tare_g = 0 } = station
  const [word, setWord] = useState<string>()
  const { inHand, weigh } = receiving
  const parcel = inHand?.answer?.parcel
  const canMeasure = inHand?.unsent !== undefined || parcel?.can.measure === true
  useLeaveGuard(receiving)

  const { skip } = scale
  useEffect(() => {
    if (inHand && !canMeasure) skip()
  }, [inHand, canMeasure, skip])

  function take(line: string, isByDevice: boolean) {
    setWord(undefined)
    const input = readLine(line, { unit, decimals }, isByDevice ? tare_g : 0)
    // A slip of the hand is no code: as one it would save the parcel in hand and take it off the table.
    const isSlip = input.kind === 'code' && !isByDevice && isMeantAsMeasure(input.code)
    if (isSlip) return setWord(t('measureUnclear', { line: input.code }))
    if (input.kind === 'code') return receiving.scan(input.code)
    const mayMeasure = receiving.canMeasure()
    if (mayMeasure === undefined && isMeantAsSuite(line, isByDevice, unit)) return receiving.scan(line.trim())
    if (!mayMeasure) return setWord(mayMeasure === false ? t('notMeasured') : t('scanFirst'))
    if (input.kind === 'size') receiving.measure(input.sides)
    else if (input.kind === 'no_weight') setWord(t(`scale.${input.state}`))
    else weigh({ grams: input.grams, text: input.text, source: isByDevice ? 'keyboard' : 'typed' })
  }

  const onWeight = useCallback(
    (grams: number) => weigh({ grams, text: writeTared(`${grams + tare_g} g`, tare_g), source: 'serial' }),
    [weigh, tare_g],
  )
  return (
    <ResourcePage
      title={t('title')}
      text={t('text')}
      action={
        <Suspense
          fallback={
            <Button variant="default" leftSection={<IconSettings size={18} aria-hidden />}>
              {station.name || t('station.title')}
            </Button>
          }
        >
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
            <ScaleNotes station={station} />
            <Text role="status" c="orange">
              {word}
            </Text>
          </Group>
          {receiving.failure && (
            <Alert color="red" role="alert">
              {receiving.failure}
            </Alert>
          )}
          {inHand?.answer ? (
            <ParcelInHand inHand={inHand} receiving={receiving} canOpen={can['shipment.show'] === true} />
          ) : inHand ? (
            <UnsentInHand inHand={inHand} receiving={receiving} />
          ) : receiving.undone ? (
            <ScanUndone code={receiving.undone} receiving={receiving} />
          ) : (
            <Text c="dimmed">{t('waiting')}</Text>
          )}
        </Stack>
        <Stack>
          {station.camera && (
            <Suspense fallback={<CameraPlace />}>
              <StationCamera
                disabled={!parcel || receiving.busy}
                onPhoto={(file) => parcel && void receiving.photograph(parcel, file)}
              />
            </Suspense>
          )}
          <UnsentParcels receiving={receiving} />
          {can['receiving.list'] && (
            <RecentParcels
              canOpen={can['shipment.show'] === true}
              busy={receiving.busy}
              onWithdraw={(parcel) => void receiving.withdraw(parcel)}
            />
          )}
        </Stack>
      </div>
    </ResourcePage>
  )
}

/** The way on after an undone scan: nothing of it is left, so the same code can be scanned again. */
function ScanUndone({ code, receiving }: { code: string; receiving: Receiving }) {
  const { t } = useTranslation('receiving')
  return (
    <Alert
      color="blue"
      role="status"
      icon={<IconArrowBackUp aria-hidden />}
      title={t('undone.title', { code })}
    >
      <Stack gap="xs" align="flex-start">
        {t('undone.text')}
        <Button
          variant="default"
          loading={receiving.busy}
          onClick={() => receiving.inTurn(() => receiving.scan(code))}
        >
          {t('undone.again')}
        </Button>
      </Stack>
    </Alert>
  )
}

/** As large as the camera that takes its place. */
function CameraPlace() {
  const { t } = useTranslation('receiving')
  return (
    <PageCard title={t('camera.title')}>
      <div className={classes.camera} />
      <Button mt="sm" variant="default" disabled leftSection={<IconCamera size={18} aria-hidden />}>
        {t('camera.take')}
      </Button>
    </PageCard>
  )
}

/** Leaving saves the last parcel, as the next code would. Asks only when that fails. */
function useLeaveGuard({ isUnsaved, next }: Receiving) {
  const { t } = useTranslation(['receiving', 'common'])
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next: to }) => {
      if (current.pathname === to.pathname || !isUnsaved() || (await next())) return false
      const leaves = await confirm({
        title: t('common:form.leaveTitle'),
        text: t('leaveText'),
        action: t('common:form.leave'),
      })
      return !leaves
    },
  })
}
