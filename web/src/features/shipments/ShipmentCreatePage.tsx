import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentCreate, useShipmentProposal } from '@/api/generated/endpoints/shipments/shipments'
import { Refused } from '@/blocks/ErrorPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { useNamedClient } from '@/shared/choices/useNamedClient'
import { ResourcePage } from '@/ui/ResourcePage'
import { FormPending } from './form/FormPending'
import { proposalOf } from './form/fill-in'
import { useLookups } from './form/useLookups'
import { emptyShipment, inputOf } from './form/values'
import { ShipmentForm } from './ShipmentForm'

/** `clientId` is the client from whose page it was opened: the form begins with it. */
export function ShipmentCreatePage({ clientId }: { clientId: string | undefined }) {
  const { t } = useTranslation('shipment-form')
  const { config } = useSite()
  const { can } = useProfile()
  const create = useShipmentCreate()
  const { lookups, error, retry } = useLookups()
  const [empty] = useState(() => () => emptyShipment(config.currency, config.country_id))
  // A client's own record and the options used last stand there from the start. Without them the form is only emptier.
  const proposal = useShipmentProposal(clientId ? { client_id: clientId } : undefined, {
    query: { gcTime: 0, retry: false, enabled: Boolean(can['shipment.create']) },
    request: { quiet: true },
  })
  const client = useNamedClient(clientId)
  const chosen = { client_id: clientId ?? null, client_label: client.data?.data.name ?? null }
  const known = proposal.data ? { ...empty(), ...proposalOf(proposal.data.data, empty()) } : empty()
  if (!can['shipment.create']) return <Refused right="shipment.create" />
  return (
    <ResourcePage title={t('createTitle')} text={t('createText')}>
      {lookups && !proposal.isPending && !client.isLoading ? (
        <ShipmentForm
          // A form that was typed for one client is no draft for another.
          name={clientId ? `shipment-of-${clientId}` : 'shipment'}
          initial={clientId ? { ...known, ...chosen } : known}
          empty={empty}
          lookups={lookups}
          submitLabel={t('create')}
          againLabel={t('createAgain')}
          savedText={() => t('created')}
          cancelTo={paths['shipments.index']()}
          save={async (values) => (await create.mutateAsync({ data: inputOf(values) })).data}
        />
      ) : (
        <FormPending error={error} onRetry={retry} />
      )}
    </ResourcePage>
  )
}
