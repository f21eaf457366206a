import { Button, Group, Text } from '@mantine/core'
import { IconPlugConnected, IconScale } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import classes from './Receiving.module.css'
import { findWeight, type WeightRefusal } from './scale-watch'
import { hasSerial } from './serial-port'
import type { SerialScale } from './useSerialScale'

type ScaleBarProps = {
  scale: SerialScale
  /** The parcel in hand has no weight yet. */
  isWanted: boolean
  onWeight(grams: number): void
}

/** What the scale shows, in figures or in words. A parcel without a weight takes it as soon as it stands still. */
export function ScaleBar({ scale, isWanted, onWeight }: ScaleBarProps) {
  const { t } = useTranslation('receiving')
  const format = useFormat()
  const now = useClock()
  const found = findWeight(scale.watch, now)
  const isReady = scale.isConnected && 'grams' in found
  useEffect(() => {
    if (!isWanted || !isReady) return
    const grams = scale.take()
    if (grams) onWeight(grams)
  }, [isWanted, isReady, scale, onWeight])

  if (!hasSerial()) return <Text size="sm">{t('scale.unsupported')}</Text>
  if (!scale.isConnected) {
    return (
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={18} aria-hidden />}
        onClick={() => void scale.connect()}
      >
        {t('scale.connect')}
      </Button>
    )
  }
  return (
    <Group gap="xs" className={classes.scale} data-ready={isReady || undefined}>
      <IconScale size={20} stroke={1.75} aria-hidden />
      <output aria-label={t('scale.label')}>
        {'grams' in found ? format.weight(found.grams) : t(`scale.${found.refusal satisfies WeightRefusal}`)}
      </output>
    </Group>
  )
}

/** A weight grows old: the clock looks again twice a second. */
function useClock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return now
}
