import { createFileRoute } from '@tanstack/react-router'
import { ShipmentCreatePage } from '@/features/shipments/ShipmentCreatePage'

export const Route = createFileRoute('/_app/shipments/new')({ component: ShipmentCreatePage })
