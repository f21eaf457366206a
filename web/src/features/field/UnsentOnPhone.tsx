import { Alert } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listUnsent, type UnsentDriver } from '@/context/unsent'
import { ExportButton } from './ExportButton'

/** At the sign-in: records of drivers that are still on this phone. A driver who cannot sign in any more exports them. */
export default function UnsentOnPhone() {
  return listUnsent().map((driver) => <Unsent key={driver.id} driver={driver} />)
}

function Unsent({ driver }: { driver: UnsentDriver }) {
  const { t } = useTranslation('field')
  const { name, email, count } = driver

  return (
    <Alert
      mt="lg"
      color="yellow"
      icon={<IconCloudUpload aria-hidden />}
      title={t('unsentOf', { count, name })}
    >
      {t('unsentOfText', { email })}
      <div>
        <ExportButton driver={driver} mt="sm" />
      </div>
    </Alert>
  )
}
