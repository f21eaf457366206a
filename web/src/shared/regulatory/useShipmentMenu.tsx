import { IconReportMedical } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  regulatoryRequestCreate,
  regulatoryRequestList,
} from '@/api/generated/endpoints/regulatory/regulatory'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import type { MenuPart } from '@/ui/table/columns'
import { RequestEntries } from './RequestEntries'
import { refreshRegulatory } from './refresh'
import { regulatorySteps } from './steps'

type Shipment = { id: string }

/** Opens the request of a shipment; a shipment without one gets it. */
export function useOpenRequest() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { can } = useProfile()

  async function open(shipment: Shipment) {
    const { data } = await regulatoryRequestList({ shipment_id: shipment.id })
    let id = data[0]?.id
    if (!id && can['regulatory_request.create']) {
      const created = await regulatoryRequestCreate({ shipment_id: shipment.id })
      refreshRegulatory(client, created.data)
      id = created.data.id
    }
    if (id) await navigate({ href: paths['regulatory_requests.show']({ id }) })
  }

  return (shipment: Shipment) => void open(shipment).catch(notify.failure)
}

/** The entries of a shipment's menu about its request. */
export function useShipmentMenu() {
  const { t } = useTranslation(['regulatory', 'codes'])
  const { can } = useProfile()
  const { begin } = useRecordActions({
    actions: Object.values(regulatorySteps(t)),
    refresh: refreshRegulatory,
  })
  const open = useOpenRequest()

  return (shipment: Shipment): MenuPart[] => {
    if (!can['regulatory_request.change_status']) return []
    return [
      'divider',
      { label: t('shipment.open'), icon: IconReportMedical, run: () => open(shipment) },
      { key: 'request', render: () => <RequestEntries shipment={shipment} open={open} begin={begin} /> },
    ]
  }
}
