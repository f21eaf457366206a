import { useTranslation } from 'react-i18next'
import { type Master, MasterStatus } from '@/api/schema'

/** Why a master cannot be changed now, and what comes before; nothing while it is a draft. */
export function useWhyClosed() {
  const { t } = useTranslation('masters')
  return ({ status }: Master) => {
    switch (status) {
      case MasterStatus.Draft:
        return undefined
      case MasterStatus.Void:
        return t('locked.void')
      case MasterStatus.Closed:
        return t('locked.closed')
      default:
        return t('locked.left')
    }
  }
}
