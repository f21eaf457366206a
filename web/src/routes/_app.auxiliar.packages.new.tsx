import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { Permitted } from '@/blocks/Permitted'
import { PackageForm } from '@/features/packages/PackageForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/auxiliar/packages/new')({
  loader: () => loadTexts('packages', 'codes'),
  component: Create,
})

function Create() {
  return (
    <OnMenu entry="packages" right="package.list">
      <Permitted to="package.create">
        <PackageForm />
      </Permitted>
    </OnMenu>
  )
}
