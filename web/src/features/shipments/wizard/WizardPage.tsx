import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentProposal, useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
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
  const isReady = lookups && !proposal.isPending
  const initial = proposal.data ? { ...empty, ...proposalOf(proposal.data.data, empty) } : empty
  return (
    <ResourcePage title={t(`step.${props.step}`)} text={t('title')}>
      {isReady ? (
        <Wizard {...props} lookups={lookups} shipment={undefined} initial={initial} />
      ) : (
        <FormPending error={error} onRetry={retry} />
      )}
    </ResourcePage>
  )
}

function Draft(props: Props) {
  const { t } = useTranslation('shipment-wizard')
  const { id, step } = props
  const result = useShipmentShow(id, { query: { staleTime: 0 } })
  const { lookups, error, retry } = useLookups()
  // The steps begin with what is true now, never with what a page showed a while ago.
  const shipment = result.isFetchedAfterMount ? result.data?.data : undefined
  const code = result.data?.data.tracking_code
  return (
    <ResourcePage title={t(`step.${step}`)} text={code ? t('titleOf', { code }) : t('title')}>
      {shipment && lookups && shipment.can.update && (
        <Opened {...props} lookups={lookups} shipment={shipment} />
      )}
      {shipment && !shipment.can.update && <Closed id={id} />}
      {!(shipment && lookups) && (
        <FormPending error={result.error ?? error} onRetry={() => Promise.all([result.refetch(), retry()])} />
      )}
    </ResourcePage>
  )
}

/** A shipment that is confirmed already. */
function Closed({ id }: { id: string }) {
  const { t } = useTranslation(['codes', 'shipment-form'])
  return (
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
  )
}

/** Keeps the record of the opening: later ones come from what is saved here. */
function Opened({ shipment, ...props }: Omit<WizardProps, 'shipment' | 'initial'> & { shipment: Shipment }) {
  const [opened] = useState(shipment)
  const [initial] = useState(() => valuesOf(shipment))
  return <Wizard {...props} shipment={opened} initial={initial} />
}
