import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import { useShipmentPrintLabels } from '@/api/generated/endpoints/shipments/shipments'
import type { LabelFormat, ShipmentFilter } from '@/api/schema'
import { useOpened, useShowProcesses } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import type { Selected } from './selected'

type PrintLabelsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** The query of the selection 'all'. */
  filter: ShipmentFilter
}

/** Many labels in one file, made by a background process that the drawer then shows. */
export default function PrintLabels({ opened, onClose, selection, filter }: PrintLabelsProps) {
  const { t } = useTranslation(['shipments', 'common'])
  const format = useFormat()
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const [file, setFile] = useState<LabelFormat>('pdf')
  const print = useShipmentPrintLabels({
    mutation: {
      async onSuccess() {
        onClose()
        await invalidateBackgroundTaskList(client)
        showProcesses()
      },
    },
  })
  const left = selection.all ? 0 : selection.rows.filter(({ can }) => !can.print_label).length
  const which = selection.all ? { filter } : { ids: selection.ids }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('print.title', { count: selection.count, number: format.number(selection.count) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          print.mutate({ data: { ...which, format: file } })
        }}
      >
        <Stack>
          <Radio.Group
            label={t('print.format')}
            value={file}
            onChange={(value) => setFile(value as LabelFormat)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="pdf" label={t('print.pdf')} description={t('print.pdfText')} data-autofocus />
              <Radio value="zip" label={t('print.zip')} description={t('print.zipText')} />
            </Stack>
          </Radio.Group>
          {left > 0 ? (
            <Alert color="orange" icon={<IconInfoCircle aria-hidden />}>
              {t('print.left', { count: left })}
            </Alert>
          ) : (
            <Text size="sm" c="dimmed">
              {t('print.text')}
            </Text>
          )}
          {print.error && (
            <Alert color="red" role="alert">
              {errorText(print.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button
              type="submit"
              loading={print.isPending}
              disabled={!selection.all && left === selection.count}
              leftSection={<IconPrinter size={16} aria-hidden />}
            >
              {t('action.printLabels')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
