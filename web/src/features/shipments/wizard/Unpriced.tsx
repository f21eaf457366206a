import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import type { DraftQuote } from './useDraftQuote'

type Props = { quote: DraftQuote; onPick(path: string): unknown }

/** Why there is no price: the fields that it lacks, each with a link to its step. */
export function Unpriced({ quote: { error, retry }, onPick }: Props) {
  const { t } = useTranslation(['shipment-wizard', 'common'])
  const fields = Object.entries(fieldTexts(error))
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={fields.length > 0 ? t('unpriced') : errorText(error)}
    >
      {fields.map(([path, text]) => (
        <Button key={path} variant="default" size="compact-sm" mr="xs" onClick={() => onPick(path)}>
          {text}
        </Button>
      ))}
      {fields.length === 0 && (
        <Button variant="default" size="compact-sm" onClick={retry}>
          {t('common:retry')}
        </Button>
      )}
    </Alert>
  )
}
