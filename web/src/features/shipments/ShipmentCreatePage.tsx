import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentCreate, useShipmentProposal } from '@/api/generated/endpoints/shipments/shipments'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { EmptyState } from '@/ui/EmptyState'
import { ResourcePage } from '@/ui/ResourcePage'
import { FormPending } from './form/FormPending'
import { proposalOf } from './form/fill-in'
import { useLookups } from './form/useLookups'
import { emptyShipment, inputOf } from './form/values'
import { ShipmentForm } from './ShipmentForm'

export function ShipmentCreatePage() {
  const { t } = useTranslation(['shipment-form', 'codes'])
  const { config } = useSite()
  const { can } = useProfile()
  const create = useShipmentCreate()
  const { lookups, error, retry } = useLookups()
  const [empty] = useState(() => () => emptyShipment(config.currency, config.country_id))
  // A client's own record and the options used last stand there from the start. Without them the form is only emptier.
  const proposal = useShipmentProposal(undefined, {
    query: { gcTime: 0, retry: false, enabled: Boolean(can['shipment.create']) },
    request: { quiet: true },
  })
  if (!can['shipment.create']) {
    return (
      <ResourcePage title={t('createTitle')}>
        <EmptyState icon={IconLock} title={t('codes:forbidden')} />
      </ResourcePage>
    )
  }
  return (
    <ResourcePage title={t('createTitle')} text={t('createText')}>
      {lookups && !proposal.isPending ? (
        <ShipmentForm
          name="shipment"
          initial={proposal.data ? { ...empty(), ...proposalOf(proposal.data.data, empty()) } : empty()}
          empty={empty}
          lookups={lookups}
          submitLabel={t('create')}
          againLabel={t('createAgain')}
          savedText={t('created')}
          cancelTo={paths['shipments.index']()}
          save={async (values) => (await create.mutateAsync({ data: inputOf(values) })).data}
        />
      ) : (
        <FormPending error={error} onRetry={retry} />
      )}
    </ResourcePage>
  )
}
