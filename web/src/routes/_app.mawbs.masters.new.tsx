import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { MasterForm } from '@/features/masters/MasterForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/masters/new')({
  loader: () => loadTexts('masters', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="master.create" entry="mawbs">
      <MasterForm />
    </Permitted>
  )
}
