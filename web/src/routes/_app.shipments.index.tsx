import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ImportDrop } from '@/blocks/ImportDrop'
import { shipmentList } from '@/features/shipments/list'
import { ShipmentsPage } from '@/features/shipments/ShipmentsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipments/')({
  validateSearch: shipmentList.validate,
  search: { middlewares: [stripSearchParams(shipmentList.defaults)] },
  loader: () => loadTexts('shipments', 'shipment-status', 'regulatory', 'codes'),
  component: List,
})

function List() {
  const navigate = Route.useNavigate()
  return (
    <>
      <ShipmentsPage
        onRecord={(laid) =>
          void navigate({ to: '/tracking', search: { codes: '', task: 'record' }, state: { laid } })
        }
      />
      <ImportDrop />
    </>
  )
}
