import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import { saveFile } from '@/ui/table/export/save-file'
import { type Driver, exportQueue } from './queue/export'

/** Saves what a driver cannot send, for the office. */
export function ExportButton({ driver, ...look }: ButtonProps & { driver: Driver }) {
  const { t } = useTranslation('field')

  async function save() {
    try {
      const file = await exportQueue(driver)
      saveFile(file, file.name)
    } catch (failure) {
      notify.failure(failure)
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      {...look}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  )
}
