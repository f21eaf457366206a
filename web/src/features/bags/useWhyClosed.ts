import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { type Bag, BagStatus } from '@/api/schema'

/** Why a bag cannot be changed now, and what comes before; nothing while it is open. */
export function useWhyClosed() {
  const { t } = useTranslation('bags')
  return ({ status, is_on_issued_waybill }: Bag) => {
    switch (status) {
      case BagStatus.Open:
        return undefined
      case BagStatus.Cancelled:
        return t('locked.cancelled')
      case BagStatus.Closed:
      case BagStatus.Registered:
        return is_on_issued_waybill
          ? codeText('bag_on_issued_waybill', {}, t('reopen.onWaybill'))
          : t('locked.sealed')
      case BagStatus.Registering:
        return t('locked.registering')
      case BagStatus.Manifested:
        return t('locked.manifested')
      default:
        return t('locked.left')
    }
  }
}
