import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const MOST = 5

/** A score as stars; a screen reader hears the number. */
export function Stars({ score }: { score: number }) {
  const { t } = useTranslation('reviews')
  return (
    <Text component="span" inherit role="img" aria-label={t('score', { score })}>
      {'★'.repeat(score)}
      {'☆'.repeat(MOST - score)}
    </Text>
  )
}
