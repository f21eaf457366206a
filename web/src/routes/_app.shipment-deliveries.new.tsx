import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { NewDeliveriesPage } from '@/features/deliveries/NewDeliveriesPage'
import { loadTexts } from '@/i18n'
import { splitCodes } from '@/shared/tracking/codes'

export const Route = createFileRoute('/_app/shipment-deliveries/new')({
  validateSearch: ({ codes }: { codes?: unknown }): { codes?: string } =>
    typeof codes === 'string' && codes ? { codes } : {},
  loader: () => loadTexts('deliveries', 'scan', 'codes'),
  component: Create,
})

function Create() {
  const { codes = '' } = Route.useSearch()
  return (
    <Permitted to="delivery.create" entry="deliveries">
      <NewDeliveriesPage codes={splitCodes(codes)} />
    </Permitted>
  )
}
