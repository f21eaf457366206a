import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentPrintLabels } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFilter } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { FileDialog } from './FileDialog'
import type { Selected } from './selected'

type PrintLabelsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter: ShipmentFilter
}

/** Labels of the selection in one file. */
export default function PrintLabels({ opened, onClose, selection, filter }: PrintLabelsProps) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const [latin, setLatin] = useState(false)
  const left = selection.all ? 0 : selection.rows.filter(({ can }) => !can.print_label).length
  const which = selection.all ? { filter } : { ids: selection.ids }
  return (
    <FileDialog
      opened={opened}
      onClose={onClose}
      title={t('print.title', { count: selection.count, number: format.number(selection.count) })}
      label={t('print.format')}
      formats={[
        { value: 'pdf', label: t('print.pdf'), text: t('print.pdfText') },
        { value: 'zip', label: t('print.zip'), text: t('print.zipText') },
      ]}
      note={
        <Stack gap="md">
          <Checkbox
            label={t('print.latin')}
            description={t('print.latinText')}
            checked={latin}
            onChange={(event) => setLatin(event.currentTarget.checked)}
          />
          {left > 0 ? (
            <Alert color="orange" icon={<IconInfoCircle aria-hidden />}>
              {t('print.left', { count: left })}
            </Alert>
          ) : (
            <Text size="sm" c="dimmed">
              {t('print.text')}
            </Text>
          )}
        </Stack>
      }
      action={{
        label: t('action.printLabels'),
        icon: IconPrinter,
        disabled: !selection.all && left === selection.count,
      }}
      start={(file) => shipmentPrintLabels({ ...which, format: file, latin })}
    />
  )
}
