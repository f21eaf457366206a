import { Code, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookAttempt } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { Moment } from '@/ui/time/Moment'
import classes from './Webhooks.module.css'
import { attemptText } from './words'

/** One attempt: when, what came of it, the headers that were sent, and the answer as plain text. */
export function AttemptView({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const lines = attempt.headers.map(({ name, value }) => `${name}: ${value ?? '•••'}`)
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Moment at={attempt.at} exact /> · {attemptText(t, attempt)} ·{' '}
        {t('duration', { number: format.number(attempt.duration_ms) })}
      </Text>
      {lines.length > 0 && (
        <Code block className={classes.text} role="group" aria-label={t('field.headers')}>
          {lines.join('\n')}
        </Code>
      )}
      {attempt.answer !== null && (
        <Code block className={classes.text} role="group" aria-label={t('field.answer')}>
          {attempt.answer}
        </Code>
      )}
    </Stack>
  )
}
