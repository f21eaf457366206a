import {
  IconBan,
  IconBarcode,
  IconCircleCheck,
  IconDownload,
  IconFiles,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconPrinter,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShipmentFilter, ShipmentSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { hasPortal, useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { type Matches, useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import type { BulkAction, Column } from '@/ui/table/columns'
import { fitsAny, inOrderOfUse, type StateAction } from './bulk/fitting-actions'
import { mayBulk } from './bulk/may-bulk'
import {
  filterOf,
  MOST_AT_ONCE,
  MOST_CONFIRMED,
  MOST_PRINTED,
  only,
  type Selected,
  shipmentsOf,
} from './bulk/selected'
import type { ShipmentListState } from './list'
import { useRowMenu } from './useRowMenu'

const PrintLabels = lazy(() => onceOnline(() => import('./bulk/PrintLabels')))
const ExportShipments = lazy(() => onceOnline(() => import('./bulk/ExportShipments')))
const CancelShipments = lazy(() => onceOnline(() => import('./bulk/CancelShipments')))
const HoldShipments = lazy(() => onceOnline(() => import('./bulk/HoldShipments')))
const ReleaseShipments = lazy(() => onceOnline(() => import('./bulk/ReleaseShipments')))
const UpdateShipments = lazy(() => onceOnline(() => import('./bulk/UpdateShipments')))
const ConfirmShipments = lazy(() => onceOnline(() => import('./bulk/ConfirmShipments')))

/** The open dialog and its selection. It stays while the dialog fades away. */
type Asked = {
  about: 'print' | 'documents' | 'confirm' | 'export' | 'cancel' | 'hold' | 'release' | 'update'
  selection: Selected
  clear(): void
}

type Options = {
  list: ShipmentListState
  columns: Column<ShipmentSummary>[]
  /** Takes the codes to where events are recorded. */
  onRecord(codes: string[]): void
}

const NOTHING = () => {}

/** Shipments that become deliveries in one call. */
const MOST_DELIVERED = 100

/** The menu of a row, the verbs for the selection, and the dialogs of both. */
export function useShipmentActions({ list, columns, onRecord }: Options) {
  const profile = useProfile()
  const { can } = profile
  const filter = filterOf(list.query)
  const [asked, setAsked] = useState<Asked>()
  const [opened, setOpened] = useState(false)
  const ask = (next: Asked) => {
    setAsked(next)
    setOpened(true)
  }
  const menu = useRowMenu({
    onRecord,
    onCancel: (shipment) => ask({ about: 'cancel', selection: only(shipment), clear: NOTHING }),
    onHold: (shipment) => ask({ about: 'hold', selection: only(shipment), clear: NOTHING }),
    onRelease: (shipment) => ask({ about: 'release', selection: only(shipment), clear: NOTHING }),
    // A client pays in the last step of its wizard.
    ...(!hasPortal(profile) && {
      onConfirm: (shipment: ShipmentSummary) =>
        ask({ about: 'confirm', selection: only(shipment), clear: NOTHING }),
    }),
  })
  const bulk = useBulk({ filter, onRecord, ask })
  const exportAll = ({ total, total_capped }: Matches) =>
    ask({
      about: 'export',
      selection: { ids: [], rows: [], all: true, count: total, capped: total_capped },
      clear: NOTHING,
    })
  const shared = { opened, onClose: () => setOpened(false) }

  return {
    menu,
    bulk,
    /** Exports the list as it is filtered, with the number of its shipments. */
    exportAll: can['shipment.export'] ? exportAll : undefined,
    dialog: asked && (
      <Suspense>
        {(asked.about === 'print' || asked.about === 'documents') && (
          <PrintLabels
            key={asked.about}
            {...shared}
            selection={asked.selection}
            filter={filter}
            documents={asked.about === 'documents'}
          />
        )}
        {asked.about === 'export' && (
          <ExportShipments {...shared} selection={asked.selection} list={list} columns={columns} />
        )}
        {asked.about === 'confirm' && (
          <ConfirmShipments
            {...shared}
            selection={asked.selection}
            filter={filter}
            onConfirmed={asked.clear}
            {...(can['shipment.print_label'] && {
              onPrint: (ids: string[]) =>
                ask({
                  about: 'print',
                  selection: { ids, rows: [], all: false, count: ids.length },
                  clear: NOTHING,
                }),
            })}
          />
        )}
        {asked.about === 'cancel' && (
          <CancelShipments
            {...shared}
            selection={asked.selection}
            filter={filter}
            onCancelled={asked.clear}
          />
        )}
        {asked.about === 'update' && (
          <UpdateShipments {...shared} selection={asked.selection} filter={filter} onUpdated={asked.clear} />
        )}
        {asked.about === 'hold' && (
          <HoldShipments {...shared} selection={asked.selection} filter={filter} onHeld={asked.clear} />
        )}
        {asked.about === 'release' && (
          <ReleaseShipments
            {...shared}
            selection={asked.selection}
            filter={filter}
            onReleased={asked.clear}
          />
        )}
      </Suspense>
    ),
  }
}

type BulkOptions = {
  /** Conditions of 'all that match'. */
  filter: ShipmentFilter
  onRecord(codes: string[]): void
  ask(next: Asked): void
}

function useBulk({ filter, onRecord, ask }: BulkOptions) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const may = mayBulk(useProfile())
  const navigate = useNavigate()

  const tooMany = (selection: Selected, most: number) =>
    selection.count > most ? t('many.tooMany', { max: format.number(most) }) : undefined

  /** Why an action cannot be done with the selection; a bar without room for all has it last. */
  const refusal = (action: StateAction, selection: Selected, most: number) =>
    fitsAny(action, selection) ? tooMany(selection, most) : t(`many.none.${action}`)

  async function record(selection: Selected) {
    try {
      const shipments = await shipmentsOf(selection, filter)
      onRecord(shipments.map(({ tracking_code }) => tracking_code))
    } catch (error) {
      notify.failure(error)
    }
  }

  async function deliver(selection: Selected) {
    try {
      const codes = (await shipmentsOf(selection, filter)).map(({ tracking_code }) => tracking_code)
      void navigate({ href: `${paths['deliveries.create']()}?codes=${codes.join(',')}` })
    } catch (error) {
      notify.failure(error)
    }
  }

  return (selection: Selected, clear: () => void): BulkAction[] => {
    const print: BulkAction = {
      label: t('action.printLabels'),
      icon: IconPrinter,
      run: () => ask({ about: 'print', selection, clear }),
      refused: tooMany(selection, MOST_PRINTED),
    }
    const documents: BulkAction = {
      label: t('action.documents'),
      icon: IconFiles,
      run: () => ask({ about: 'documents', selection, clear }),
      refused: tooMany(selection, MOST_PRINTED),
    }
    const events: BulkAction = {
      label: t('action.recordEvent'),
      icon: IconBarcode,
      run: () => void record(selection),
      refused: tooMany(selection, MOST_AT_ONCE),
    }
    const delivery: BulkAction = {
      label: t('action.deliver'),
      icon: IconTruckDelivery,
      run: () => void deliver(selection),
      refused: tooMany(selection, MOST_DELIVERED),
    }
    const save: BulkAction = {
      label: t('action.export'),
      icon: IconDownload,
      run: () => ask({ about: 'export', selection, clear }),
    }
    const confirm: BulkAction = {
      label: t('action.confirmMany'),
      icon: IconCircleCheck,
      run: () => ask({ about: 'confirm', selection, clear }),
      refused: refusal('confirm', selection, MOST_CONFIRMED),
    }
    const update: BulkAction = {
      label: t('action.updateMany'),
      icon: IconPencil,
      run: () => ask({ about: 'update', selection, clear }),
      refused: refusal('update', selection, MOST_AT_ONCE),
    }
    const hold: BulkAction = {
      label: t('action.hold'),
      icon: IconHandStop,
      run: () => ask({ about: 'hold', selection, clear }),
      refused: refusal('hold', selection, MOST_AT_ONCE),
    }
    const release: BulkAction = {
      label: t('action.release'),
      icon: IconPlayerPlay,
      run: () => ask({ about: 'release', selection, clear }),
      refused: refusal('release', selection, MOST_AT_ONCE),
    }
    const cancel: BulkAction = {
      label: t('action.cancelMany'),
      icon: IconBan,
      danger: true,
      run: () => ask({ about: 'cancel', selection, clear }),
      refused: tooMany(selection, MOST_AT_ONCE),
    }
    const offered: (BulkAction | false)[] = [
      may.print && print,
      may.confirm && confirm,
      may.events && events,
      may.delivery && delivery,
      may.update && update,
      may.release && release,
      may.print && documents,
      may.hold && hold,
      may.export && save,
      may.cancel && cancel,
    ]
    return inOrderOfUse(offered.filter((action) => action !== false))
  }
}
