import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'

type RunningProps = { done: number; total: number; onStop(): void }

/** How far it has come, and the way to stop it. */
export function Running({ done, total, onStop }: RunningProps) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const text = t('cancel.progress', { done: format.number(done), total: format.number(total) })
  return (
    <Stack>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={text} />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStop} data-autofocus>
          {t('cancel.stop')}
        </Button>
      </Group>
    </Stack>
  )
}
