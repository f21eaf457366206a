import { Modal, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useClaimList } from '@/api/generated/endpoints/finance/finance'
import type { Claim } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ClaimForm } from '@/shared/claims/ClaimForm'
import { useOpened } from '@/ui/dialogs/overlay'

type EditClaimProps = { claim: Claim } & DialogState<Claim>

/** Changes a claim before it is decided. The list of the claims of its shipment says how much can be asked for. */
export default function EditClaim({ claim, opened, onClose, onChanged }: EditClaimProps) {
  const { t } = useTranslation(['claims', 'common'])
  const { shipment_id } = claim
  const asked = { query: { enabled: opened }, request: { quiet: true } }
  const claims = useClaimList({ shipment_id, per_page: 1 }, asked)
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('change.title', { number: claim.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {claims.isLoading ? (
        <Skeleton h={360} />
      ) : (
        <ClaimForm
          shipment={shipment_id}
          claim={claim}
          bound={claims.data?.meta.bound ?? undefined}
          onClose={onClose}
          onChanged={onChanged}
        />
      )}
    </Modal>
  )
}
