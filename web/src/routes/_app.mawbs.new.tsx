import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { WaybillForm } from '@/features/waybills/form/WaybillForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/new')({
  loader: () => loadTexts('waybills', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="mawb.create" entry="mawbs">
      <WaybillForm />
    </Permitted>
  )
}
