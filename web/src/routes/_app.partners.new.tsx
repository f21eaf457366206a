import { createFileRoute } from '@tanstack/react-router'
import { PartnerCreatePage } from '@/features/partners/PartnerCreatePage'

export const Route = createFileRoute('/_app/partners/new')({ component: PartnerCreatePage })
