import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BankForm } from '@/features/banks/BankForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/banks/new')({
  loader: () => loadTexts('banks', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="bank.create">
      <BankForm />
    </Permitted>
  )
}
