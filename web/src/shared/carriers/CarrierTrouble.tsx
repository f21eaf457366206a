import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ProviderCarrier } from '@/api/schema'
import { carrierTroubleText } from './carrier-words'

/** The last trouble of a server of carriers, and whether it rests. */
export function CarrierTrouble({ link }: { link: ProviderCarrier }) {
  const { t } = useTranslation('carrier-links')
  const trouble = carrierTroubleText(t, link)
  if (!trouble) return null
  return (
    <Alert color="orange" mt="sm">
      {trouble} {link.held_until && t('resting')}
    </Alert>
  )
}
