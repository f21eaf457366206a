import { createFileRoute } from '@tanstack/react-router'
import { ShipmentEditPage } from '@/features/shipments/ShipmentEditPage'
import { loadTexts } from '@/i18n'

/** A field of the form, as the server names what is missing. */
const focus = (raw: unknown) => (typeof raw === 'string' && /^[a-z0-9_.]{1,60}$/.test(raw) ? raw : undefined)

export const Route = createFileRoute('/_app/shipments/$id/edit')({
  validateSearch: (raw: { focus?: unknown }) => ({ focus: focus(raw.focus) }),
  loader: () => loadTexts('shipment-form', 'client-balance', 'shipments', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  const { focus } = Route.useSearch()
  return <ShipmentEditPage key={id} id={id} focus={focus} />
}
