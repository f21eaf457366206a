import { useTranslation } from 'react-i18next'
import {
  regulatoryRequestList,
  useRegulatoryRequestList,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRequestSummary } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { MenuItem } from '@/ui/table/RowMenu'
import { refusalText } from './status'
import { type RegulatorySubject, regulatorySteps } from './steps'

type Shipment = { id: string }
type MenuStep = keyof ReturnType<typeof regulatorySteps>

type RequestEntriesProps = {
  shipment: Shipment
  /** Opens the request of the shipment: its checklist comes first. */
  open(shipment: Shipment): void
  begin(verb: MenuStep, request: RegulatorySubject): void
}

/** The status of the request excludes the step. */
const EXCLUDED = 'regulatory_step_refused'

/** The message code why a step is refused; none when it is possible. */
function refusal(verb: MenuStep, request: RegulatoryRequestSummary | undefined) {
  if (request?.can[verb] || (!request && verb === 'request')) return null
  return (verb === 'request' && request?.request_refusal) || EXCLUDED
}

/** The steps of a shipment's request, without those that its status excludes. What else is refused says why. */
export function RequestEntries({ shipment, open, begin }: RequestEntriesProps) {
  const { t } = useTranslation(['regulatory', 'codes'])
  const { data } = useRegulatoryRequestList({ shipment_id: shipment.id }, { request: { quiet: true } })

  /** Asks again: the menu may have been open for long. */
  async function take(verb: MenuStep) {
    const { data } = await regulatoryRequestList({ shipment_id: shipment.id })
    const request = data[0]
    const code = refusal(verb, request)
    if (code) notify.error(refusalText(code, t) ?? '')
    else if (request) begin(verb, request)
    else open(shipment)
  }

  return Object.values(regulatorySteps(t)).map(({ verb, icon }) => {
    const code = data && refusal(verb, data.data[0])
    if (code === EXCLUDED) return null
    const refused = code && refusalText(code, t)
    const entry = {
      label: t(`shipment.${verb}`),
      icon,
      run: () => void take(verb).catch(notify.failure),
      ...(refused && { refused }),
    }
    return <MenuItem key={verb} entry={entry} />
  })
}
