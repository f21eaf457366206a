import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type LeftAlertProps = {
  title: string
  /** Each scan with its reason. */
  lines: { key: string; text: string }[]
  /** The way of the goods from here. */
  text: string
  /** Absent while an answer is still to come. */
  onSeen?: (() => void) | undefined
}

/** Scans that came too late, each with its reason, until somebody says that they were seen. */
export function LeftAlert({ title, lines, text, onSeen }: LeftAlertProps) {
  const { t } = useTranslation('scan')
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={title}>
      <Stack gap="xs" align="flex-start">
        {lines.map((line) => (
          <Text key={line.key} size="sm">
            {line.text}
          </Text>
        ))}
        {onSeen && (
          <>
            <span>{text}</span>
            <Button variant="default" onClick={onSeen}>
              {t('refused.seen')}
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  )
}
