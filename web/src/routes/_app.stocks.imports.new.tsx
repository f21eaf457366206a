import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { NewImportPage } from '@/features/imports/NewImportPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stocks/imports/new')({
  loader: () => loadTexts('imports'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="stock.receive" entry="stocks">
      <NewImportPage kind="stock" />
    </Permitted>
  )
}
