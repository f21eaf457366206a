import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSetup } from '@/api/schema'
import { QrCode } from '@/ui/QrCode'
import classes from './SecondFactor.module.css'

/** How the secret reaches the app: scanned, typed, or opened on this very device. */
export function AppSetup({ setup: { qr, secret, uri } }: { setup: SecondFactorSetup }) {
  const { t } = useTranslation('account')
  return (
    <Stack gap="xs" mb="md">
      <Text size="sm">{t('factor.setup.scan')}</Text>
      <QrCode code={qr} label={t('factor.setup.qr')} />
      <Text size="sm">{t('factor.setup.type')}</Text>
      <Text className={classes.secret}>{secret}</Text>
      <Anchor href={uri} size="sm">
        {t('factor.setup.open')}
      </Anchor>
    </Stack>
  )
}
