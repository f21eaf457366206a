import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useShipmentReprice,
  useShipmentShow,
  useShipmentUpdate,
} from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import { DetailsForm } from './form/DetailsForm'
import { FormPending } from './form/FormPending'
import { useFocus } from './form/fields'
import { type Lookups, useLookups } from './form/useLookups'
import { inputOf, valuesOf } from './form/values'
import { ShipmentForm } from './ShipmentForm'

/** `focus` is a missing field to begin with. */
export function ShipmentEditPage({ id, focus }: { id: string; focus?: string }) {
  const { t } = useTranslation('shipment-form')
  const shipment = useShipmentShow(id, { query: { staleTime: 0 } })
  const { lookups, error, retry } = useLookups()
  const code = shipment.data?.data.tracking_code
  // A form opens with what is true now, never with what a page showed a while ago.
  const isFresh = shipment.isFetchedAfterMount && shipment.data
  return (
    <ResourcePage title={code ? t('editTitle', { code }) : t('editTitleUnknown')}>
      {isFresh && lookups ? (
        <Editing shipment={shipment.data.data} lookups={lookups} focus={focus} />
      ) : (
        <FormPending
          error={shipment.error ?? error}
          onRetry={() => Promise.all([shipment.refetch(), retry()])}
        />
      )}
    </ResourcePage>
  )
}

type EditingProps = { shipment: Shipment; lookups: Lookups; focus: string | undefined }

function Editing({ shipment, lookups, focus }: EditingProps) {
  const { t } = useTranslation(['shipment-form', 'codes'])
  const update = useShipmentUpdate()
  const reprice = useShipmentReprice()
  const format = useFormat()
  const [opened] = useState(shipment)
  const [initial] = useState(() => valuesOf(shipment))
  useFocus(focus, initial)
  const show = paths['shipments.show']({ id: opened.id })
  // A confirmed shipment is changed together with its price; one that moved before it was confirmed has none yet.
  const isPriced = !opened.can.update && opened.can.reprice
  const isCharged = isPriced && opened.confirmed_at !== null
  /** Where money may have moved, the price is told with the one before. */
  function savedText({ totals }: Shipment) {
    const [before, after] = [opened.totals, totals].map((one) => one && format.money(one.total, one.currency))
    if (!isCharged || !before || !after) return t('saved')
    return before === after ? t('savedPriceStands', { price: after }) : t('savedAtPrice', { before, after })
  }
  if (!opened.can.update && !isPriced && opened.can.complete) {
    return <DetailsForm shipment={opened} initial={initial} lookups={lookups} focus={focus} />
  }
  if (!opened.can.update && !isPriced) {
    return (
      <EmptyState
        icon={IconLock}
        title={t('codes:shipment_not_editable')}
        action={
          <Button variant="default" renderRoot={(props) => <AppLink {...props} to={show} />}>
            {t('backToShipment')}
          </Button>
        }
      />
    )
  }
  return (
    <ShipmentForm
      id={opened.id}
      name={`shipment-${opened.id}`}
      initial={initial}
      lookups={lookups}
      submitLabel={t(isCharged ? 'saveAndPrice' : 'saveChanges')}
      savedText={savedText}
      isCharged={isCharged}
      cancelTo={show}
      save={async (values) => {
        const version = values.version ?? opened.version
        const change = isPriced ? reprice : update
        const answer = await change.mutateAsync({ id: opened.id, data: { ...inputOf(values), version } })
        return answer.data
      }}
    />
  )
}
