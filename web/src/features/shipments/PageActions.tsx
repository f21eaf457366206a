import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBarcode,
  IconCircleCheck,
  IconCopy,
  IconDots,
  IconLink,
  IconPencil,
  IconPlayerPlay,
  IconPrinter,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { hasPortal, useProfile } from '@/context/session'
import { chooseTarget, type LabelTarget } from '@/shared/labels/station'
import { useConfirmLabel } from '@/shared/shipments/useConfirmLabel'
import { openStep } from '@/shared/shipments/wizard-steps'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { onceOnline } from '@/ui/once-online'
import { useShortcuts } from '@/ui/shortcuts'
import type { MenuEntry } from '@/ui/table/columns'
import { MenuItem } from '@/ui/table/RowMenu'
import { only } from './bulk/selected'
import { DocumentsMenu } from './DocumentsMenu'
import { nextAction } from './next-action'
import { printLabel } from './print-label'
import { refreshShipments } from './refresh'
import { refusal } from './status'
import { useShipmentMenu } from './useRowMenu'

const ConfirmDialog = lazy(() => onceOnline(() => import('./confirm/ConfirmDialog')))
const CancelShipments = lazy(() => onceOnline(() => import('./bulk/CancelShipments')))
const HoldShipments = lazy(() => onceOnline(() => import('./bulk/HoldShipments')))
const ReleaseShipments = lazy(() => onceOnline(() => import('./bulk/ReleaseShipments')))
const RecordEvent = lazy(() => onceOnline(() => import('./RecordEvent')))

/** The next thing to do as a button, everything else in a menu. */
export function PageActions({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation(['shipments', 'common'])
  const client = useQueryClient()
  const [cancelling, setCancelling] = useState<boolean>()
  const [recording, setRecording] = useState<boolean>()
  const [confirming, setConfirming] = useState<boolean>()
  const [holding, setHolding] = useState<boolean>()
  const [releasing, setReleasing] = useState<boolean>()
  const onPrinted = () => refreshShipments(client, [shipment.id])
  const { label_format, can } = useProfile()
  const mayPrint = can['shipment.print_label'] === true
  const printTo = (target: LabelTarget) =>
    printLabel(shipment.id, { target, name: shipment.tracking_code, onPrinted })
  const print = () => printTo(chooseTarget(label_format))
  const entries = useShipmentMenu<Shipment>({
    onRecord: () => setRecording(true),
    onCancel: () => setCancelling(true),
    onHold: () => setHolding(true),
    onRelease: () => setReleasing(true),
    onConfirm: () => setConfirming(true),
  })
  const copies = useCopies(shipment)
  const printOrSayWhy = () =>
    shipment.can.print_label ? print() : notify.info(refusal('print_label', shipment, t))
  useShortcuts(mayPrint ? { p: printOrSayWhy } : {})
  return (
    <>
      <Next
        shipment={shipment}
        onPrint={print}
        onRecord={() => setRecording(true)}
        onConfirm={() => setConfirming(true)}
        onRelease={() => setReleasing(true)}
      />
      {mayPrint && (
        <DocumentsMenu
          shipment={shipment}
          onPrintLabel={print}
          onPrintTo={printTo}
          onPrintAll={() => printLabel(shipment.id, { papers: true, onPrinted })}
        />
      )}
      <Menu position="bottom-end" width="max-content">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('common:bulk.more')}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {[...copies, 'divider' as const, ...entries(shipment)].map((entry, index) =>
            entry === 'divider' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: dividers have nothing but their position
              <Menu.Divider key={`divider-${index}`} />
            ) : (
              <MenuItem key={entry.label} entry={entry} />
            ),
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {cancelling !== undefined && (
          <CancelShipments
            opened={cancelling}
            onClose={() => setCancelling(false)}
            selection={only(shipment)}
          />
        )}
        {holding !== undefined && (
          <HoldShipments opened={holding} onClose={() => setHolding(false)} selection={only(shipment)} />
        )}
        {releasing !== undefined && (
          <ReleaseShipments
            opened={releasing}
            onClose={() => setReleasing(false)}
            selection={only(shipment)}
          />
        )}
        {confirming !== undefined && (
          <ConfirmDialog opened={confirming} onClose={() => setConfirming(false)} shipment={shipment} />
        )}
        {recording !== undefined && (
          <RecordEvent opened={recording} onClose={() => setRecording(false)} shipment={shipment} />
        )}
      </Suspense>
    </>
  )
}

/** The tracking code, and the address of its public page. */
function useCopies({ tracking_code }: Shipment): MenuEntry[] {
  const { t } = useTranslation('shipments')
  const link = `${window.location.origin}/tracking?codes=${tracking_code}`

  async function copy(text: string, done: string) {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(done)
    } catch {
      notify.error(t('copy.failed', { text }))
    }
  }

  return [
    { label: t('copy.code'), icon: IconCopy, run: () => void copy(tracking_code, t('copy.codeDone')) },
    { label: t('copy.link'), icon: IconLink, run: () => void copy(link, t('copy.linkDone')) },
  ]
}

type NextProps = {
  shipment: Shipment
  onPrint(): void
  onRecord(): void
  onConfirm(): void
  onRelease(): void
}

function Next({ shipment, onPrint, onRecord, onConfirm, onRelease }: NextProps) {
  const { t } = useTranslation('shipments')
  const profile = useProfile()
  const confirmLabel = useConfirmLabel()
  const next = nextAction(shipment)
  if (next === 'complete') {
    const { id, missing } = shipment
    if (hasPortal(profile) && shipment.can.update) {
      return (
        <Button
          component={AppLink}
          to={paths['shipments.wizard']({ id, step: openStep(missing) })}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('action.complete')}
        </Button>
      )
    }
    return (
      <Button
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/shipments/$id/edit" params={{ id }} search={{ focus: missing[0] }} {...props} />
        )}
      >
        {t('action.complete')}
      </Button>
    )
  }
  if (next === 'confirm') {
    return (
      <Button leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={onConfirm}>
        {confirmLabel(shipment)}
      </Button>
    )
  }
  if (next === 'release') {
    return (
      <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={onRelease}>
        {t('action.release')}
      </Button>
    )
  }
  if (next === 'print') {
    return (
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
        {t('action.printLabel')}
      </Button>
    )
  }
  if (next === 'record') {
    return (
      <Button leftSection={<IconBarcode size={16} aria-hidden />} onClick={onRecord}>
        {t('action.recordEvent')}
      </Button>
    )
  }
  return null
}
