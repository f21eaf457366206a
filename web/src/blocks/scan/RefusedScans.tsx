import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** The others stand in the list below. */
const NAMED = 5

type RefusedScansProps = { codes: string[]; onSeen(): void }

/** Refused codes stay in sight, whatever is scanned next, until somebody says that they were seen. */
export function RefusedScans({ codes, onSeen }: RefusedScansProps) {
  const { t } = useTranslation('scan')
  if (codes.length === 0) return null
  const named = codes.slice(0, NAMED).join(', ')
  return (
    <Alert
      // The verdict of each scan is read out already.
      role="group"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={t('refused.count', { count: codes.length })}
    >
      <Stack gap="xs" align="flex-start">
        <span>
          {codes.length > NAMED ? `${named}, …` : named}
          <br />
          {t('refused.text')}
        </span>
        <Button variant="default" onClick={onSeen}>
          {t('refused.seen')}
        </Button>
      </Stack>
    </Alert>
  )
}
