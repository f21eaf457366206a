import { createFileRoute } from '@tanstack/react-router'
import { AddressForm } from '@/features/address-book/AddressForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/address-book/$id')({
  loader: () => loadTexts('address-book', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <AddressForm key={id} id={id} />
}
