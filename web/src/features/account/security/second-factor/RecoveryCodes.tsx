import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { notify } from '@/ui/dialogs/notify'
import classes from './SecondFactor.module.css'

/** Shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  const { t } = useTranslation('account')
  const { domain } = useSite()
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(t('factor.codes.copied'))
    } catch (error) {
      notify.failure(error)
    }
  }

  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${domain.name}\n\n${text}\n`)}`
  return (
    <Stack>
      <Text size="sm">{t('factor.codes.text')}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('factor.codes.copy')}
        </Button>
        <Button
          component="a"
          href={file}
          download="recovery-codes.txt"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('factor.codes.download')}
        </Button>
        <Button ml="auto" data-autofocus onClick={onKept}>
          {t('factor.codes.kept')}
        </Button>
      </Group>
    </Stack>
  )
}
