import { useTranslation } from 'react-i18next'
import { type Manifest, ManifestStatus } from '@/api/schema'
import { withdrawalOf } from './withdrawal'

/** Why a manifest cannot be changed now, and what comes before; nothing while its houses are chosen. */
export function useWhyClosed() {
  const { t } = useTranslation('manifests')
  return (manifest: Manifest) => {
    const withdrawal = withdrawalOf(manifest)
    if (withdrawal) return t(`withdrawn.${withdrawal}`)
    switch (manifest.status) {
      case ManifestStatus.Open:
        return undefined
      case ManifestStatus.Cancelled:
        return t('locked.cancelled')
      case ManifestStatus.Closing:
      case ManifestStatus.Sending:
        return t('locked.busy')
      case ManifestStatus.Closed:
        return t('locked.closed')
      default:
        return t('locked.sent')
    }
  }
}
