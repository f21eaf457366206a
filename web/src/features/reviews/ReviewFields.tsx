import { Radio, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DialogFields } from '@/ui/dialogs/ActionDialog'
import { SCORES } from './list'
import { Stars } from './Stars'

/** The score and words about a shipment. */
export type ReviewValues = { score: string; body: string }

/** The score, which is required, and the words. */
export function ReviewFields({ values, set, problem }: DialogFields<ReviewValues>) {
  const { t } = useTranslation('reviews')
  return (
    <Stack>
      <Radio.Group
        label={t('field.score')}
        withAsterisk
        value={values.score}
        onChange={(score) => set('score', score)}
        error={problem('score')}
      >
        <Stack gap="xs" mt="xs">
          {SCORES.map((score) => (
            <Radio
              key={score}
              value={String(score)}
              label={
                <>
                  <Stars score={score} /> {t(`scoreText.${score}`)}
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('field.body')}
        description={t('bodyText')}
        value={values.body}
        onChange={(event) => set('body', event.currentTarget.value)}
        error={problem('body')}
        maxLength={2000}
        autosize
        minRows={3}
        maxRows={12}
      />
    </Stack>
  )
}
