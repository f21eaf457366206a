import { Modal, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useClaimList } from '@/api/generated/endpoints/finance/finance'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Claim } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ClaimForm } from '@/shared/claims/ClaimForm'
import { boundOf } from '@/shared/claims/claimable'
import { useOpened } from '@/ui/dialogs/overlay'

type EditClaimProps = { claim: Claim } & DialogState<Claim>

/** Changes a claim before it is decided. Its shipment, and what was paid for it, say how much can be asked for. */
export default function EditClaim({ claim, opened, onClose, onChanged }: EditClaimProps) {
  const { t } = useTranslation(['claims', 'common'])
  const { shipment_id } = claim
  const asked = { query: { enabled: opened }, request: { quiet: true } }
  const shipment = useShipmentShow(shipment_id, asked)
  const paid = useClaimList({ shipment_id, status: 'paid' }, asked)
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('change.title', { number: claim.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shipment.isLoading || paid.isLoading ? (
        <Skeleton h={360} />
      ) : (
        <ClaimForm
          shipment={shipment_id}
          claim={claim}
          bound={shipment.data && boundOf(shipment.data.data, paid.data?.data ?? [])}
          onClose={onClose}
          onChanged={onChanged}
        />
      )}
    </Modal>
  )
}
