import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PurchaseForm } from '@/features/purchases/PurchaseForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/purchases/new')({
  loader: () => loadTexts('purchases', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="purchase.create" entry="purchases">
      <PurchaseForm />
    </Permitted>
  )
}
