import { IconBan, IconCircleCheck, IconReportMedical, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  regulatoryRequestCreate,
  regulatoryRequestList,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRequestSummary } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import type { MenuEntry } from '@/ui/table/columns'
import { paths } from '../paths'
import { useProfile } from '../session'
import { refusalText } from './status'
import { refreshRegulatory, useRegulatoryStep } from './useRegulatoryStep'

type Shipment = { id: string }
type Step = 'request' | 'cancel' | 'complete'

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

/** The entries of a shipment's menu about its request. The request is read when one is chosen. */
export function useShipmentMenu() {
  const { t } = useTranslation(['regulatory', 'codes'])
  const { can } = useProfile()
  const step = useRegulatoryStep()
  const open = useOpenRequest()

  async function take(verb: Step, shipment: Shipment) {
    const { data } = await regulatoryRequestList({ shipment_id: shipment.id })
    const request: RegulatoryRequestSummary | undefined = data[0]
    // Its checklist comes first.
    if (!request && verb === 'request') return open(shipment)
    if (request?.can[verb]) return step[verb](request)
    const code = verb === 'request' && request ? request.request_refusal : 'regulatory_step_refused'
    notify.error(refusalText(code, t) ?? '')
  }

  const entry = (verb: Step, icon: typeof IconSend, shipment: Shipment): MenuEntry => ({
    label: t(`shipment.${verb}`),
    icon,
    run: () => void take(verb, shipment).catch(notify.failure),
  })

  return (shipment: Shipment): MenuEntry[] => {
    if (!can['regulatory_request.change_status']) return []
    return [
      'divider',
      { label: t('shipment.open'), icon: IconReportMedical, run: () => open(shipment) },
      entry('request', IconSend, shipment),
      entry('cancel', IconBan, shipment),
      entry('complete', IconCircleCheck, shipment),
    ]
  }
}
