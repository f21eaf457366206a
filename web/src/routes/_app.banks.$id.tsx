import { createFileRoute } from '@tanstack/react-router'
import { BankForm } from '@/features/banks/BankForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/banks/$id')({
  loader: () => loadTexts('banks', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <BankForm key={id} id={id} />
}
