import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/app/Permitted'
import { SubsidiaryCreatePage } from '@/features/subsidiaries/SubsidiaryCreatePage'

export const Route = createFileRoute('/_app/subsidiaries/new')({ component: Create })

function Create() {
  return (
    <Permitted to="subsidiary.create">
      <SubsidiaryCreatePage />
    </Permitted>
  )
}
