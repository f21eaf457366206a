import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PickListForm } from '@/features/pick-lists/PickListForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/pick-lists/new')({
  loader: () => loadTexts('pick-lists', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="pick_list.create" entry="pick_lists">
      <PickListForm />
    </Permitted>
  )
}
