import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretOnce } from '@/ui/SecretOnce'

/** The secret of a webhook, shown this once. */
export function Secret({ secret, onKept }: { secret: string; onKept(): void }) {
  const { t } = useTranslation('webhooks')
  const texts = {
    label: t('secret.label'),
    once: t('secret.once'),
    copy: t('secret.copy'),
    copied: t('secret.copied'),
    kept: t('secret.kept'),
  }
  return (
    <SecretOnce secret={secret} texts={texts} onKept={onKept}>
      <Text size="sm">
        {t('secret.use')}{' '}
        <Anchor href="https://www.standardwebhooks.com/" target="_blank" rel="noopener noreferrer" inherit>
          standardwebhooks.com
        </Anchor>
      </Text>
    </SecretOnce>
  )
}
