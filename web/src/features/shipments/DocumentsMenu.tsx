import { ActionIcon, Menu } from '@mantine/core'
import {
  IconFileInvoice,
  IconFileStack,
  IconFiles,
  IconFileText,
  IconPrinter,
  IconRubberStamp,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { MenuItem } from '@/ui/table/RowMenu'
import { DOCUMENTS, type DocumentName, printDocument } from './print-document'
import { mayHavePapers } from './print-label'
import { refusal } from './status'

const ICONS = {
  customs_declaration: IconRubberStamp,
  commercial_invoice: IconFileInvoice,
  order_view: IconFileText,
} as const satisfies Record<DocumentName, unknown>

type Props = { shipment: Shipment; onPrintLabel(): void; onPrintAll(): void }

/** The label and the papers of a shipment. */
export function DocumentsMenu({ shipment, onPrintLabel, onPrintAll }: Props) {
  const { t } = useTranslation('shipments')
  const navigate = useNavigate()
  const { id, can } = shipment
  const refused = can.print_label ? undefined : refusal('print_label', shipment, t)
  // Papers are asked for long after the label: at customs, and after the delivery.
  const papersRefused = can.print_documents ? undefined : refusal('print_documents', shipment, t)
  const complete = (focus: string) =>
    void navigate({ to: '/shipments/$id/edit', params: { id }, search: { focus } })
  return (
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
      </Menu.Dropdown>
    </Menu>
  )
}
