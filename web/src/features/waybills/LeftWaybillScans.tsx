import { useTranslation } from 'react-i18next'
import type { Waybill } from '@/api/schema'
import { LeftScans } from '@/blocks/scan/LeftScans'
import { useWaybillScanning } from './useWaybillScanning'

/** The scans of this station that an issued waybill has not answered. */
export function LeftWaybillScans({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { scanning } = useWaybillScanning(waybill)
  return <LeftScans codes={scanning.codes} text={t('station.left')} />
}
