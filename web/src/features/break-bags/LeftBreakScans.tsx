import { useTranslation } from 'react-i18next'
import type { BreakBag } from '@/api/schema'
import { LeftScans } from '@/blocks/scan/LeftScans'
import { useStationName } from '@/shared/bags/useStationName'
import { useBreakScanning } from './useBreakScanning'

/** The scans of this station that an ended unpacking has not answered. */
export function LeftBreakScans({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const [station] = useStationName()
  const { scanning } = useBreakScanning(broken, { station, bag: null, onBag: () => undefined })
  return <LeftScans codes={scanning.codes} text={t('station.left')} />
}
