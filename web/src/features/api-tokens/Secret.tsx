import { Code, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretOnce } from '@/ui/SecretOnce'
import classes from '@/ui/SecretOnce.module.css'

/** The secret of a token, shown this once. */
export function Secret({ secret, onKept }: { secret: string; onKept(): void }) {
  const { t } = useTranslation('api-tokens')
  const texts = {
    label: t('secret.label'),
    once: t('secret.once'),
    copy: t('secret.copy'),
    copied: t('secret.copied'),
    kept: t('secret.kept'),
  }
  return (
    <SecretOnce secret={secret} texts={texts} onKept={onKept}>
      <Text size="sm">{t('secret.use')}</Text>
      <Code block className={classes.secret}>{`Authorization: Bearer ${secret}`}</Code>
    </SecretOnce>
  )
}
