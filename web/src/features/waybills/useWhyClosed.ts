import { useTranslation } from 'react-i18next'
import { type Waybill, WaybillStatus } from '@/api/schema'

/** Why a waybill cannot be changed now, and what can be done instead; nothing before it is issued. */
export function useWhyClosed() {
  const { t } = useTranslation('waybills')
  return ({ status }: Waybill) => {
    switch (status) {
      case WaybillStatus.Draft:
      case WaybillStatus.Booked:
        return undefined
      case WaybillStatus.Void:
        return t('locked.void')
      case WaybillStatus.Delivered:
        return t('locked.delivered')
      default:
        return t('locked.issued')
    }
  }
}
