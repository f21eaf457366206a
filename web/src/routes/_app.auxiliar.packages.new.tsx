import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/app/OnMenu'
import { Permitted } from '@/app/Permitted'
import { PackageCreatePage } from '@/features/packages/PackageCreatePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/auxiliar/packages/new')({
  loader: () => loadTexts('packages', 'codes'),
  component: Create,
})

function Create() {
  return (
    <OnMenu entry="packages">
      <Permitted to="package.create">
        <PackageCreatePage />
      </Permitted>
    </OnMenu>
  )
}
