import { Alert, Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import type { FileColumn } from './cells'
import { type LoadPage, MAX_ROWS, TooManyRows } from './fetch-all'
import { type FileFormat, type Loaded, useExport } from './useExport'

export type ExportDialogProps<T extends { id: string }> = {
  opened: boolean
  onClose(): void
  /** The title of the list; it names the file. */
  label: string
  total: number
  /** There are more than `total`. */
  capped?: boolean
  /** The visible columns, in order. */
  columns: FileColumn<T>[]
  load: LoadPage<T>
}

const FORMATS = [
  { value: 'xlsx', label: 'XLSX' },
  { value: 'csv', label: 'CSV' },
] as const

/** Writes the list as it is shown to a file. The rows come page by page; closing the dialog stops that. */
export default function ExportDialog<T extends { id: string }>(props: ExportDialogProps<T>) {
  const { opened, onClose, label, total, capped, columns, load } = props
  const { t } = useTranslation('list-export')
  const { t: common } = useTranslation()
  const format = useFormat()
  const [file, setFile] = useState<FileFormat>('xlsx')
  const { loaded, failure, start, stop } = useExport({ label, columns, load, onDone })

  function onDone() {
    notify.success(t('done'))
    onClose()
  }

  function close() {
    stop()
    onClose()
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      title={t('title', { count: total, number: format.total({ total, total_capped: capped }) })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void start(file)
        }}
      >
        <Stack>
          <Radio.Group label={t('format')} value={file} onChange={(value) => setFile(value as FileFormat)}>
            <Stack gap="xs" mt="xs">
              {FORMATS.map(({ value, label }, at) => (
                <Radio
                  key={value}
                  value={value}
                  label={label}
                  description={t(value)}
                  disabled={loaded !== undefined}
                  data-autofocus={at === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Text size="sm" c="dimmed">
            {t('text')}
          </Text>
          {loaded && <Progressing loaded={loaded} total={Math.max(total, loaded.total)} />}
          {failure !== undefined && (
            <Alert color="red" role="alert">
              {failure instanceof TooManyRows
                ? t('tooMany', { max: format.number(MAX_ROWS) })
                : errorText(failure)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button
              type="submit"
              loading={loaded !== undefined}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {common('table.export')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function Progressing({ loaded, total }: { loaded: Loaded; total: number }) {
  const { t } = useTranslation('list-export')
  const format = useFormat()
  const id = useId()
  const share = total === 0 ? 0 : Math.min(100, (100 * loaded.rows) / total)
  return (
    <div>
      <Progress.Root>
        <Progress.Section value={share} aria-labelledby={id} />
      </Progress.Root>
      <Text id={id} size="sm" mt={4} role="status">
        {t('progress', { loaded: format.number(loaded.rows), total: format.number(total) })}
      </Text>
    </div>
  )
}
