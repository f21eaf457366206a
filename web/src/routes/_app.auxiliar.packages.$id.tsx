import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { PackageForm } from '@/features/packages/PackageForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/auxiliar/packages/$id')({
  loader: () => loadTexts('packages', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <OnMenu entry="packages" right="package.list">
      <PackageForm key={id} id={id} />
    </OnMenu>
  )
}
