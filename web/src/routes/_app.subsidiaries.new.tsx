import { createFileRoute } from '@tanstack/react-router'
import { SubsidiaryCreatePage } from '@/features/subsidiaries/SubsidiaryCreatePage'

export const Route = createFileRoute('/_app/subsidiaries/new')({ component: SubsidiaryCreatePage })
