import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BagForm } from '@/features/bags/BagForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/bags/new')({
  loader: () => loadTexts('bags', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="bag.create" entry="bags">
      <BagForm />
    </Permitted>
  )
}
