import {
  IconBan,
  IconCircleCheck,
  IconExternalLink,
  IconEye,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RegulatoryRequestSummary, RegulatoryTarget } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refusalText } from '@/shared/regulatory/status'
import { useRegulatoryStep } from '@/shared/regulatory/useRegulatoryStep'
import { onceOnline } from '@/ui/once-online'
import type { BulkAction, MenuEntry, Selection } from '@/ui/table/columns'
import type { BulkChange } from './BulkRequests'
import { useResend } from './useResend'

const BulkRequests = lazy(() => onceOnline(() => import('./BulkRequests')))

/** Requests of one call about many. */
const MOST = 200

/** The menu of a row, the verbs for the selection, and their dialog. */
export function useRequestActions() {
  const { t } = useTranslation('regulatory-requests')
  const [asked, setAsked] = useState<BulkChange>()
  const [opened, setOpened] = useState(false)

  const bulk = (selection: Selection<RegulatoryRequestSummary>, clear: () => void): BulkAction[] => {
    const tooMany = selection.all || selection.count > MOST ? t('many.tooMany', { max: MOST }) : undefined
    const verb = (target: RegulatoryTarget, icon: BulkAction['icon']): BulkAction => ({
      label: t(`many.action.${target}`),
      icon,
      run: () => {
        setAsked({ target, rows: selection.rows, clear })
        setOpened(true)
      },
      ...(tooMany && { refused: tooMany }),
    })
    return [
      verb(RegulatoryTarget.Pending, IconSend),
      verb(RegulatoryTarget.NotRequested, IconBan),
      verb(RegulatoryTarget.Done, IconCircleCheck),
    ]
  }

  return {
    menu: useRequestMenu(),
    bulk,
    dialog: asked && (
      <Suspense>
        <BulkRequests change={asked} opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}

function useRequestMenu() {
  const { t } = useTranslation(['regulatory', 'codes'])
  const { can: user } = useProfile()
  const step = useRegulatoryStep()
  const resend = useResend()

  return (row: RegulatoryRequestSummary): MenuEntry[] => {
    const { can } = row
    const entries: (MenuEntry | false)[] = [
      { label: t('action.open'), icon: IconEye, to: paths['regulatory_requests.show']({ id: row.id }) },
      {
        label: t('action.openShipment'),
        icon: IconExternalLink,
        to: paths['shipments.show']({ id: row.shipment.id }),
        newTab: true,
      },
    ]
    if (user['regulatory_request.change_status']) {
      entries.push(
        'divider',
        {
          label: t('action.request'),
          icon: IconSend,
          run: () => step.request(row),
          refused: refusalText(row.request_refusal, t),
        },
        can.resend && { label: t('action.resend'), icon: IconRefresh, run: () => resend(row) },
        can.cancel && { label: t('action.cancel'), icon: IconBan, run: () => step.cancel(row) },
        can.complete && {
          label: t('action.complete'),
          icon: IconCircleCheck,
          run: () => step.complete(row),
        },
      )
    }
    return entries.filter((entry) => entry !== false)
  }
}
