import { IconBan, IconCircleCheck, IconExternalLink, IconEye, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RegulatoryRequestSummary, RegulatoryTarget } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import type { BulkAction, MenuEntry, Selection } from '@/ui/table/columns'
import { useRegulatoryActions } from './actions'
import type { BulkChange } from './BulkRequests'

const BulkRequests = lazy(() => onceOnline(() => import('./BulkRequests')))

/** Requests of one call about many. */
const MOST = 200

/** The menu of a row, the verbs for the selection, and their dialog. */
export function useRequestActions() {
  const { t } = useTranslation('regulatory-requests')
  const [asked, setAsked] = useState<BulkChange>()
  const [opened, setOpened] = useState(false)
  const { t: regulatory } = useTranslation('regulatory')
  const { can } = useProfile()
  const actions = useRegulatoryActions()

  const menu = (row: RegulatoryRequestSummary): MenuEntry[] => [
    { label: regulatory('action.open'), icon: IconEye, to: paths['regulatory_requests.show'](row) },
    {
      label: regulatory('action.openShipment'),
      icon: IconExternalLink,
      to: paths['shipments.show'](row.shipment),
      newTab: true,
    },
    ...(can['regulatory_request.change_status'] ? ['divider' as const, ...actions.menu(row)] : []),
  ]

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
    menu,
    bulk,
    dialog: (
      <>
        {actions.dialog}
        {asked && (
          <Suspense>
            <BulkRequests change={asked} opened={opened} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </>
    ),
  }
}
