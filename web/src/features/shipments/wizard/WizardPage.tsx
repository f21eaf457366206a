import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentProposal, useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/app/paths'
import { useSite } from '@/app/site'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { ResourcePage } from '@/ui/ResourcePage'
import { FormPending } from '../form/FormPending'
import { proposalOf } from '../form/fill-in'
import { useLookups } from '../form/useLookups'
import { emptyShipment, valuesOf } from '../form/values'
import { Wizard, type WizardProps } from './Wizard'

type Props = Pick<WizardProps, 'id' | 'step' | 'onStep'>

/** The steps of a shipment, from its sender to its price; `new` before the first step is saved. */
export function WizardPage(props: Props) {
  return props.id === 'new' ? <NewDraft {...props} /> : <Draft {...props} />
}

/** A client's own record and the options used last stand there from the start. */
function NewDraft(props: Props) {
  const { t } = useTranslation('shipment-wizard')
  const { config } = useSite()
  const { lookups, error, retry } = useLookups()
  const [empty] = useState(() => emptyShipment(config.currency, config.country_id))
  const proposal = useShipmentProposal(undefined, {
    query: { gcTime: 0, retry: false },
    request: { quiet: true },
  })
  if (!lookups || proposal.isPending) {
    return (
      <ResourcePage title={t(`step.${props.step}`)} text={t('title')}>
        <FormPending error={error} onRetry={retry} />
      </ResourcePage>
    )
  }
  const initial = proposal.data ? { ...empty, ...proposalOf(proposal.data.data, empty) } : empty
  return <Wizard {...props} lookups={lookups} shipment={undefined} initial={initial} />
}

function Draft(props: Props) {
  const { t } = useTranslation(['shipment-wizard', 'codes', 'shipment-form'])
  const { id, step } = props
  const result = useShipmentShow(id, { query: { staleTime: 0 } })
  const { lookups, error, retry } = useLookups()
  // The steps begin with what is true now, never with what a page showed a while ago.
  const shipment = result.isFetchedAfterMount ? result.data?.data : undefined
  if (shipment && lookups && shipment.can.update) {
    return <Opened {...props} lookups={lookups} shipment={shipment} />
  }
  return (
    <ResourcePage title={t(`step.${step}`)} text={t('title')}>
      {shipment && !shipment.can.update ? (
        <EmptyState
          icon={IconLock}
          title={t('codes:shipment_not_editable')}
          action={
            <Button
              variant="default"
              renderRoot={(root) => <AppLink {...root} to={paths['shipments.show']({ id })} />}
            >
              {t('shipment-form:backToShipment')}
            </Button>
          }
        />
      ) : (
        <FormPending error={result.error ?? error} onRetry={() => Promise.all([result.refetch(), retry()])} />
      )}
    </ResourcePage>
  )
}

/** Keeps the record of the opening: later ones come from what is saved here. */
function Opened({ shipment, ...props }: Omit<WizardProps, 'shipment' | 'initial'> & { shipment: Shipment }) {
  const [opened] = useState(shipment)
  const [initial] = useState(() => valuesOf(shipment))
  return <Wizard {...props} shipment={opened} initial={initial} />
}
