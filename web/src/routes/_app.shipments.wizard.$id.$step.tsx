import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { Permitted } from '@/blocks/Permitted'
import { WizardPage } from '@/features/shipments/wizard/WizardPage'
import { loadTexts } from '@/i18n'
import { isWizardStep } from '@/shared/shipments/wizard-steps'

/** One step of a new shipment; `new` is the draft that does not exist yet. */
export const Route = createFileRoute('/_app/shipments/wizard/$id/$step')({
  loader: () =>
    loadTexts('shipment-wizard', 'shipment-form', 'shipment-payment', 'client-balance', 'shipments', 'codes'),
  component: Wizard,
})

function Wizard() {
  const { id, step } = Route.useParams()
  const navigate = Route.useNavigate()
  if (!isWizardStep(step) || (id === 'new' && step !== 'origin')) return <NotFoundPage />
  return (
    <Permitted to="shipment.create">
      <WizardPage
        key={id}
        id={id}
        step={step}
        onStep={(next, of, replace = false) =>
          navigate({ to: '/shipments/wizard/$id/$step', params: { id: of, step: next }, replace })
        }
      />
    </Permitted>
  )
}
