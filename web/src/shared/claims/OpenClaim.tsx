import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { ClaimForm } from './ClaimForm'
import type { Bound } from './claimable'

type OpenClaimProps = { shipment: Shipment; bound: Bound; opened: boolean; onClose(): void }

/** A new claim about a shipment. */
export default function OpenClaim({ shipment, bound, opened, onClose }: OpenClaimProps) {
  const { t } = useTranslation(['claims', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('create.title', { code: shipment.tracking_code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ClaimForm shipment={shipment.id} bound={bound} onClose={onClose} />
    </Modal>
  )
}
