import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import classes from './Secret.module.css'

/** The secret of a token, shown this once. */
export function Secret({ secret, onKept }: { secret: string; onKept(): void }) {
  const { t } = useTranslation('api-tokens')

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      notify.success(t('secret.copied'))
    } catch (error) {
      notify.failure(error)
    }
  }

  return (
    <Stack>
      <Alert color="orange" icon={<IconEyeOff aria-hidden />}>
        {t('secret.once')}
      </Alert>
      <Code block role="group" className={classes.secret} aria-label={t('secret.label')}>
        {secret}
      </Code>
      <Text size="sm">{t('secret.use')}</Text>
      <Code block className={classes.secret}>{`Authorization: Bearer ${secret}`}</Code>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('secret.copy')}
        </Button>
        <Button ml="auto" data-autofocus onClick={onKept}>
          {t('secret.kept')}
        </Button>
      </Group>
    </Stack>
  )
}
