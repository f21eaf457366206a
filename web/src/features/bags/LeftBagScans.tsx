import { useTranslation } from 'react-i18next'
import type { Bag } from '@/api/schema'
import { LeftScans } from '@/blocks/scan/LeftScans'
import { useStationName } from '@/shared/bags/useStationName'
import { useBagScanning } from './useBagScanning'

/** The scans of this station that a closed bag has not answered. */
export function LeftBagScans({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  const [station] = useStationName()
  const { scanning } = useBagScanning(bag, station)
  return <LeftScans codes={scanning.codes} text={t('station.left')} />
}
