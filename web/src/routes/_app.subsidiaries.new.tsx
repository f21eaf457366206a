import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { SubsidiaryForm } from '@/features/subsidiaries/SubsidiaryForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/subsidiaries/new')({
  loader: () => loadTexts('subsidiaries', 'codes', 'shipment-status'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="subsidiary.create">
      <SubsidiaryForm />
    </Permitted>
  )
}
