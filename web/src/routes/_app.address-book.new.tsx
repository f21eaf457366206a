import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { AddressForm } from '@/features/address-book/AddressForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/address-book/new')({
  loader: () => loadTexts('address-book', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="saved_address.create">
      <AddressForm />
    </Permitted>
  )
}
