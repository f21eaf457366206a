import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { IconCopy, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { notify } from '@/ui/dialogs/notify'
import classes from './SecretOnce.module.css'

type SecretOnceProps = {
  secret: string
  texts: { label: string; once: string; copy: string; copied: string; kept: string }
  onKept(): void
  /** How it is used. */
  children?: ReactNode
}

/** A secret that is shown this once. */
export function SecretOnce({ secret, texts, onKept, children }: SecretOnceProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      notify.success(texts.copied)
    } catch (error) {
      notify.failure(error)
    }
  }

  return (
    <Stack>
      <Alert color="orange" icon={<IconEyeOff aria-hidden />}>
        {texts.once}
      </Alert>
      <Code block role="group" className={classes.secret} aria-label={texts.label}>
        {secret}
      </Code>
      {children}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
        <Button ml="auto" data-autofocus onClick={onKept}>
          {texts.kept}
        </Button>
      </Group>
    </Stack>
  )
}
