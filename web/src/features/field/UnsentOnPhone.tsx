import { Alert, Button } from '@mantine/core'
import { IconCloudUpload, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listUnsent, type UnsentDriver } from '@/context/unsent'
import { notify } from '@/ui/dialogs/notify'
import { saveFile } from '@/ui/table/export/save-file'
import { exportQueue } from './queue/export'

/** At the sign-in: records of drivers that are still on this phone. A driver who cannot sign in any more exports them. */
export default function UnsentOnPhone() {
  return listUnsent().map((driver) => <Unsent key={driver.id} driver={driver} />)
}

function Unsent({ driver }: { driver: UnsentDriver }) {
  const { t } = useTranslation('field')
  const { name, email, count } = driver

  async function saveExport() {
    try {
      const file = await exportQueue(driver)
      saveFile(file, file.name)
    } catch (failure) {
      notify.failure(failure)
    }
  }

  return (
    <Alert
      mt="lg"
      color="yellow"
      icon={<IconCloudUpload aria-hidden />}
      title={t('unsentOf', { count, name })}
    >
      {t('unsentOfText', { email })}
      <div>
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void saveExport()}
        >
          {t('export')}
        </Button>
      </div>
    </Alert>
  )
}
