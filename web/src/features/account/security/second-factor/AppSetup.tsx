import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSetup } from '@/api/schema'
import classes from './SecondFactor.module.css'

/** White around it, as cameras want it. */
const QUIET = 4

/** How the secret reaches the app: scanned, typed, or opened on this very device. */
export function AppSetup({ setup: { qr, secret, uri } }: { setup: SecondFactorSetup }) {
  const { t } = useTranslation('account')
  const side = qr.size + 2 * QUIET
  return (
    <Stack gap="xs" mb="md">
      <Text size="sm">{t('factor.setup.scan')}</Text>
      <svg
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        role="img"
        aria-label={t('factor.setup.qr')}
        className={classes.qr}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} fill="black" />
      </svg>
      <Text size="sm">{t('factor.setup.type')}</Text>
      <Text className={classes.secret}>{secret}</Text>
      <Anchor href={uri} size="sm">
        {t('factor.setup.open')}
      </Anchor>
    </Stack>
  )
}
