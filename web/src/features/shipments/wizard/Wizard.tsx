import { Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { isPriced } from '@/shared/pricing/offers'
import { stepAfter, stepBefore, stepOf, WIZARD_STEPS, type WizardStep } from '@/shared/shipments/wizard-steps'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { onceOnline } from '@/ui/once-online'
import { StepLine } from '@/ui/StepLine'
import { focusPath } from '../form/fields'
import { useDeclaredTotal } from '../form/useDeclaredTotal'
import type { Lookups } from '../form/useLookups'
import type { ShipmentValues } from '../form/values'
import { SaveAndClose } from './SaveAndClose'
import { StepFields } from './StepFields'
import { SummaryBar } from './SummaryBar'
import { useReview } from './useReview'
import { useWizard } from './useWizard'
import classes from './Wizard.module.css'
import { WizardSummary } from './WizardSummary'

const PriceChanged = lazy(() => onceOnline(() => import('../confirm/PriceChanged')))

export type WizardProps = {
  id: string
  step: WizardStep
  onStep(step: WizardStep, id: string, replace?: boolean): Promise<void>
  shipment: Shipment | undefined
  initial: ShipmentValues
  lookups: Lookups
}

export function Wizard(props: WizardProps) {
  const { id, step, onStep, shipment, initial } = props
  const { t } = useTranslation('shipment-wizard')
  const navigate = useNavigate()
  const { model, saveState, quote } = useWizard({ shipment, initial, step, onSaved: goOn })
  const { values } = model.form
  const offer = quote.quote?.offers.find(({ service_id }) => service_id === values.service_id)
  const review = useReview({ model, saveState, quote, offer })
  const fields = useTiedFields(model.form)
  useDeclaredTotal(model)
  const awaits = step === 'review' ? review.awaits : undefined
  useHotkeys([['mod+Enter', () => model.form.submitting || awaits || model.onSubmit()]], [])
  const before = stepBefore(step)

  async function goOn(saved: Shipment) {
    if (step === 'review') return review.confirm(saved)
    // Back leads to the draft, not to another new one.
    if (!shipment) await onStep(step, saved.id, true)
    await onStep(stepAfter(step), saved.id)
  }

  async function show(path: string) {
    await onStep(stepOf(path), id)
    focusPath(path)
  }

  // Without a service, what the cheapest would cost.
  const cheapest = offer ? undefined : quote.quote?.offers.find(isPriced)
  const summary = { values, lookups: props.lookups, offer, cheapest, onPick: show }
  // The button of the review names the price: it waits for it, and then nothing moves.
  if (step === 'review' && !quote.quote && quote.isPending) {
    return <Skeleton h="70vh" radius="md" />
  }
  return (
    <>
      <div className={classes.steps}>
        <Steps id={id} step={step} />
        <SaveAndClose saveState={saveState} id={shipment?.id} />
      </div>
      <div className={classes.page}>
        <div className={classes.layout}>
          <ResourceForm
            model={model}
            submitLabel={step === 'review' ? review.label : t('next')}
            cancelLabel={before && t('back')}
            awaits={awaits}
            onCancel={() => void (before ? onStep(before, id) : navigate({ to: paths['shipments.index']() }))}
            onPick={show}
          >
            <StepFields
              {...props}
              model={model}
              fields={fields}
              quote={quote}
              review={review}
              onPick={show}
            />
            <SummaryBar {...summary} />
          </ResourceForm>
          <div className={classes.side}>
            <WizardSummary {...summary} />
          </div>
        </div>
      </div>
      {review.changed.change && (
        <Suspense>
          <PriceChanged {...review.changed} />
        </Suspense>
      )}
    </>
  )
}

/** A draft that exists has an address for each of its steps. */
function Steps({ id, step }: Pick<WizardProps, 'id' | 'step'>) {
  const { t } = useTranslation('shipment-wizard')
  const here = WIZARD_STEPS.indexOf(step)
  return (
    <StepLine
      label={t('steps')}
      steps={WIZARD_STEPS.map((name) => t(`short.${name}`))}
      here={here}
      course="going"
      done={t('done')}
      position={t('position', { number: here + 1, of: WIZARD_STEPS.length })}
      {...(id !== 'new' && {
        links: WIZARD_STEPS.map((name) => paths['shipments.wizard']({ id, step: name })),
      })}
    />
  )
}
