import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PortalHome, ShipmentStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { listed } from '@/ui/wording'
import { MOST_CONFIRMED, type Selected } from './bulk/selected'

const ConfirmShipments = lazy(() => onceOnline(() => import('./bulk/ConfirmShipments')))
const PrintLabels = lazy(() => onceOnline(() => import('./bulk/PrintLabels')))

const FINISHED = { status: String(ShipmentStatus.Draft), on_hold: false }
const SEVERAL = 2

type Asked = { about: 'confirm' | 'print'; selection: Selected }

const NOBODY: Selected = { ids: [], rows: [], all: true, count: 0 }

/** Confirms all finished drafts of a client at once; the question has the price of each. The results stay when none are left. */
export function ConfirmAll({ home: { ready, can } }: { home: Pick<PortalHome, 'ready' | 'can'> }) {
  const { t } = useTranslation('shipments')
  const { can: user } = useProfile()
  const format = useFormat()
  const [asked, setAsked] = useState<Asked>()
  const [opened, setOpened] = useState(false)
  const ask = (next: Asked) => {
    setAsked(next)
    setOpened(true)
  }
  const shared = { opened, onClose: () => setOpened(false) }
  const number = format.total({
    total: Math.min(ready.count, MOST_CONFIRMED),
    total_capped: ready.count > MOST_CONFIRMED,
  })
  const total = listed(ready.totals.map(({ amount, currency }) => format.money(amount, currency)))
  const label =
    ready.priced_count === ready.count
      ? t('action.confirmAllTotal', { number, total })
      : t('action.confirmAll', { number })
  const look = { size: 'compact-sm', leftSection: <IconCircleCheck size={16} aria-hidden /> } as const
  return (
    <>
      {can.confirm && ready.count > MOST_CONFIRMED && (
        <Button {...look} component={AppLink} to={`${paths['shipments.index']()}?status=${FINISHED.status}`}>
          {label}
        </Button>
      )}
      {can.confirm && ready.count >= SEVERAL && ready.count <= MOST_CONFIRMED && (
        <Button
          {...look}
          onClick={() => ask({ about: 'confirm', selection: { ...NOBODY, count: ready.count } })}
        >
          {label}
        </Button>
      )}
      <Suspense>
        {asked?.about === 'confirm' && (
          <ConfirmShipments
            {...shared}
            selection={asked.selection}
            filter={FINISHED}
            {...(user['shipment.print_label'] && {
              onPrint: (ids: string[]) =>
                ask({ about: 'print', selection: { ids, rows: [], all: false, count: ids.length } }),
            })}
          />
        )}
        {asked?.about === 'print' && (
          <PrintLabels {...shared} selection={asked.selection} filter={FINISHED} />
        )}
      </Suspense>
    </>
  )
}
