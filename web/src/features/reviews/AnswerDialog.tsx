import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reviewAnswer } from '@/api/generated/endpoints/reviews/reviews'
import type { Review } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { refreshReviews } from './refresh'

type AnswerDialogProps = { review: Review } & DialogState<Review>

/** Answers what a client said. A review has one answer. */
export default function AnswerDialog({ review, opened, onClose, onChanged }: AnswerDialogProps) {
  const { t } = useTranslation(['reviews', 'common'])
  const client = useQueryClient()
  const { id, version, client_name, body, answer } = review
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('answer.title', { client: client_name })}
      action={t('action.answer')}
      initial={{ answer: answer ?? '' }}
      check={(values) => (values.answer.trim() ? {} : { answer: t('common:validation.required') })}
      send={async (values) => (await reviewAnswer(id, { answer: values.answer, version })).data}
      onDone={(saved) => {
        refreshReviews(client, saved)
        onChanged?.(saved)
        notify.success(t('answer.done'))
      }}
    >
      {({ values, set, problem }) => (
        <>
          {body && <Text size="sm">{body}</Text>}
          <Textarea
            label={t('field.answer')}
            description={t('answer.text')}
            withAsterisk
            value={values.answer}
            onChange={(event) => set('answer', event.currentTarget.value)}
            error={problem('answer')}
            maxLength={2000}
            autosize
            minRows={4}
            maxRows={12}
            data-autofocus
          />
        </>
      )}
    </ActionDialog>
  )
}
