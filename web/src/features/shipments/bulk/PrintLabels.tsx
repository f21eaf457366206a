import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { IconFiles, IconInfoCircle, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentPrintLabels } from '@/api/generated/endpoints/shipments/shipments'
import type { DocumentKind, LabelFormat, ShipmentFilter } from '@/api/schema'
import { useProfile } from '@/context/session'
import { FileDialog } from '@/shared/files/FileDialog'
import { chooseTarget } from '@/shared/labels/station'
import { useFormat } from '@/ui/format'
import { DOCUMENTS } from '../print-document'
import type { Selected } from './selected'

type PrintLabelsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter: ShipmentFilter
  /** Asks which documents; otherwise it prints the labels. */
  documents?: boolean
}

const ALL_DOCUMENTS = ['label', ...DOCUMENTS] as const

/** Labels or documents of the selection in one file. */
export default function PrintLabels({ opened, onClose, selection, filter, documents }: PrintLabelsProps) {
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  const format = useFormat()
  const [latin, setLatin] = useState(false)
  const [papers, setPapers] = useState(false)
  const [kinds, setKinds] = useState<DocumentKind[]>(
    documents ? ['customs_declaration', 'commercial_invoice'] : ['label'],
  )
  const group = documents ? 'shipment-bulk:printDocuments' : 'shipment-bulk:print'
  const rows = selection.all ? [] : selection.rows
  const left = rows.filter(({ can }) => can && !(documents ? can.print_documents : can.print_label)).length
  const again = documents ? 0 : rows.filter(({ label_printed_at }) => label_printed_at).length
  const which = selection.all ? { filter } : { ids: selection.ids }
  const { label_format } = useProfile()
  const pdf = { value: 'pdf', label: t('shipment-bulk:print.pdf'), text: t(`${group}.pdfText`) } as const
  const zip = { value: 'zip', label: t('shipment-bulk:print.zip'), text: t(`${group}.zipText`) } as const
  const zpl = (['zpl_203', 'zpl_300'] as const).map((value) => ({
    value,
    label: t(`shipment-bulk:print.${value}`),
    text: t('shipment-bulk:print.zplText'),
  }))
  return (
    <FileDialog<LabelFormat>
      opened={opened}
      onClose={onClose}
      title={t(`${group}.title`, {
        count: selection.count,
        number: format.total({ total: selection.count, total_capped: selection.capped }),
      })}
      label={t('shipment-bulk:print.format')}
      formats={documents ? [pdf, zip] : chosenFirst([pdf, zip, ...zpl], chooseTarget(label_format).format)}
      note={
        <Stack gap="md">
          {documents ? (
            <Kinds chosen={kinds} onChange={setKinds} />
          ) : (
            <Checkbox
              label={t('shipment-bulk:print.papers')}
              description={t('shipment-bulk:print.papersText')}
              checked={papers}
              onChange={(event) => setPapers(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={t('shipment-bulk:print.latin')}
            description={t('shipment-bulk:print.latinText')}
            checked={latin}
            onChange={(event) => setLatin(event.currentTarget.checked)}
          />
          {again > 0 && <Text size="sm">{t('shipment-bulk:print.again', { count: again })}</Text>}
          {left > 0 ? (
            <Alert color="orange" icon={<IconInfoCircle aria-hidden />}>
              {t('shipment-bulk:print.left', { count: left })}
            </Alert>
          ) : (
            <Text size="sm" c="dimmed">
              {t(`${group}.text`)}
            </Text>
          )}
        </Stack>
      }
      action={{
        label: t(documents ? 'shipment-bulk:printDocuments.action' : 'action.printLabels'),
        icon: documents ? IconFiles : IconPrinter,
        disabled: kinds.length === 0 || (!selection.all && left === selection.count),
      }}
      start={(file) => shipmentPrintLabels({ ...which, format: file, kinds, latin, customs_papers: papers })}
    />
  )
}

type Choice = { value: LabelFormat; label: string; text: string }

/** The dialog begins with the first format: the one that the user or the station prints. */
const chosenFirst = ([first, ...rest]: [Choice, ...Choice[]], chosen: LabelFormat): [Choice, ...Choice[]] => {
  const own = rest.find(({ value }) => value === chosen)
  return own ? [own, first, ...rest.filter((other) => other !== own)] : [first, ...rest]
}

type KindsProps = { chosen: DocumentKind[]; onChange(kinds: DocumentKind[]): void }

/** They are printed in the order in which they are listed. */
function Kinds({ chosen, onChange }: KindsProps) {
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  return (
    <Checkbox.Group
      label={t('shipment-bulk:printDocuments.kinds')}
      value={chosen}
      onChange={(values) => onChange(ALL_DOCUMENTS.filter((kind) => values.includes(kind)))}
      error={chosen.length === 0 && t('shipment-bulk:printDocuments.none')}
    >
      <Stack gap="xs" mt="xs">
        {ALL_DOCUMENTS.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`document.${kind}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
