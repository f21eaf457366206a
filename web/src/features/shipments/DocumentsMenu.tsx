import { ActionIcon, Menu } from '@mantine/core'
import {
  IconFileCode,
  IconFileInvoice,
  IconFileStack,
  IconFiles,
  IconFileText,
  IconFileTypePdf,
  IconPlugConnected,
  IconPrinter,
  IconRubberStamp,
  IconSettings,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { useProfile } from '@/context/session'
import { LABEL_FORMATS, type LabelTarget, printerTarget } from '@/shared/labels/station'
import { onceOnline } from '@/ui/once-online'
import type { MenuEntry } from '@/ui/table/columns'
import { MenuItem } from '@/ui/table/RowMenu'
import { DOCUMENTS, type DocumentName, printDocument } from './print-document'
import { mayHavePapers } from './print-label'
import { refusal } from './status'

const ICONS = {
  customs_declaration: IconRubberStamp,
  commercial_invoice: IconFileInvoice,
  order_view: IconFileText,
} as const satisfies Record<DocumentName, unknown>

const LabelPrinterDialog = lazy(() => onceOnline(() => import('@/shared/labels/LabelPrinterDialog')))

const FORMAT_ICONS = { pdf: IconFileTypePdf, zpl_203: IconFileCode, zpl_300: IconFileCode } as const

type Props = {
  shipment: Shipment
  /** As the user and the station print. */
  onPrintLabel(): void
  onPrintTo(target: LabelTarget): void
  onPrintAll(): void
}

/** The label and the papers of a shipment. */
export function DocumentsMenu({ shipment, onPrintLabel, onPrintTo, onPrintAll }: Props) {
  const { t } = useTranslation('shipments')
  const navigate = useNavigate()
  const [settingUp, setSettingUp] = useState<boolean>()
  const { id, can } = shipment
  const refused = can.print_label ? undefined : refusal('print_label', shipment, t)
  // Papers are asked for long after the label: at customs, and after the delivery.
  const papersRefused = can.print_documents ? undefined : refusal('print_documents', shipment, t)
  const complete = (focus: string) =>
    void navigate({ to: '/shipments/$id/edit', params: { id }, search: { focus } })
  return (
    <>
      <Menu position="bottom-end" width="max-content">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('action.documents')}>
            <IconFiles size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem entry={{ label: t('document.label'), icon: IconPrinter, run: onPrintLabel, refused }} />
          {mayHavePapers(shipment) && (
            <MenuItem entry={{ label: t('document.all'), icon: IconFileStack, run: onPrintAll, refused }} />
          )}
          {DOCUMENTS.map((kind) => (
            <MenuItem
              key={kind}
              entry={{
                label: t(`document.${kind}`),
                icon: ICONS[kind],
                run: () =>
                  void printDocument(id, kind, {
                    complete: can.update || can.complete || can.reprice ? complete : undefined,
                  }),
                refused: papersRefused,
              }}
            />
          ))}
          <Menu.Divider />
          <LabelWays refused={refused} onPrintTo={onPrintTo} />
          <MenuItem entry={{ label: t('labelPrinter'), icon: IconSettings, run: () => setSettingUp(true) }} />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {settingUp !== undefined && (
          <LabelPrinterDialog opened={settingUp} onClose={() => setSettingUp(false)} />
        )}
      </Suspense>
    </>
  )
}

type LabelWaysProps = Pick<Props, 'onPrintTo'> & { refused: string | undefined }

/** The label in a format that is chosen this time, or to the connected printer. */
function LabelWays({ refused, onPrintTo }: LabelWaysProps) {
  const { t } = useTranslation('shipments')
  const { label_format } = useProfile()
  const printer = printerTarget(label_format)
  const entries: Exclude<MenuEntry, 'divider'>[] = [
    ...LABEL_FORMATS.map((format) => ({
      label: t(`labelAs.${format}`),
      icon: FORMAT_ICONS[format],
      run: () => onPrintTo({ format, way: 'file' }),
      refused,
    })),
    {
      label: t('labelAs.printer'),
      icon: IconPlugConnected,
      run: () => printer && onPrintTo(printer),
      refused: refused ?? (printer ? undefined : t('noLabelPrinter')),
    },
  ]
  return entries.map((entry) => <MenuItem key={entry.label} entry={entry} />)
}
