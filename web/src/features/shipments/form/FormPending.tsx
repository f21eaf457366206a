import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'

type Props = { error: unknown; onRetry(): Promise<unknown> }

/** In the form's place until everything it chooses from is there. */
export function FormPending({ error, onRetry }: Props) {
  const { t } = useTranslation()
  if (!error) return <Skeleton h="70vh" radius="md" />
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={errorText(error)}>
      <Button variant="default" size="compact-sm" onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </Alert>
  )
}
