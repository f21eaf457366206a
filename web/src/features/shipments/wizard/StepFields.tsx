import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import type { WizardStep } from '@/shared/shipments/wizard-steps'
import { onceOnline } from '@/ui/once-online'
import { ClientField } from '../form/ClientField'
import { FormCard } from '../form/FormCard'
import type { Fields, ShipmentFormModel } from '../form/fields'
import { ItemRows } from '../form/ItemRows'
import { ParcelRows } from '../form/ParcelRows'
import { PartyCard } from '../form/PartyCard'
import { Amount, Amounts, Owners } from '../form/ServiceCard'
import classes from '../form/ShipmentForm.module.css'
import { WITHOUT_SERVICE } from '../form/totals'
import type { Lookups } from '../form/useLookups'
import { useProposal } from '../form/useProposal'
import type { ShipmentValues } from '../form/values'
import { FromStock } from './FromStock'
import type { DraftQuote } from './useDraftQuote'
import type { Review } from './useReview'

const ServiceStep = lazy(() => onceOnline(() => import('./ServiceStep')))
const ReviewStep = lazy(() => onceOnline(() => import('./ReviewStep')))

type StepProps = { model: ShipmentFormModel; fields: Fields; lookups: Lookups }
type Props = StepProps & {
  step: WizardStep
  initial: ShipmentValues
  /** The draft; none before the first step is done. */
  shipment: Shipment | undefined
  quote: DraftQuote
  review: Review
  onPick(path: string): unknown
}

/** The fields of one step: the same as in the form of a shipment. */
export function StepFields(props: Props) {
  const { step, model, fields, lookups, initial, shipment, quote, review, onPick } = props
  const propose = useProposal(model, initial)
  return (
    <div className={classes.cards}>
      {step === 'origin' && (
        <PartyCard side="from" fields={fields} lookups={lookups}>
          <ClientField fields={fields} onChosen={shipment ? undefined : propose} />
          <Owners fields={fields} />
        </PartyCard>
      )}
      {step === 'destination' && <PartyCard side="to" fields={fields} lookups={lookups} />}
      {step === 'packages' && shipment && (
        <FromStock shipment={shipment} model={model}>
          <Packages model={model} fields={fields} lookups={lookups} />
        </FromStock>
      )}
      <Suspense fallback={<Skeleton h="50vh" radius="md" />}>
        {step === 'service' && <ServiceStep fields={fields} quote={quote} onPick={onPick} />}
        {step === 'review' && shipment && (
          <ReviewStep id={shipment.id} fields={fields} quote={quote} review={review} onPick={onPick} />
        )}
      </Suspense>
    </div>
  )
}

function Packages({ model, fields, lookups }: StepProps) {
  const { t } = useTranslation('shipment-wizard')
  const rule = lookups.rules.get(fields.values.service_id ?? '') ?? WITHOUT_SERVICE
  return (
    <>
      <ParcelRows model={model} fields={fields} lookups={lookups} rule={rule} />
      <ItemRows model={model} fields={fields} lookups={lookups} />
      <FormCard title={t('values')}>
        <Amounts fields={fields} lookups={lookups} />
        <Amount name="insurance_value" fields={fields} />
      </FormCard>
    </>
  )
}
