import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reviewSubmit } from '@/api/generated/endpoints/reviews/reviews'
import type { Review } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { ReviewFields } from './ReviewFields'
import { refreshReviews } from './refresh'

type RateDialogProps = { review: Review } & DialogState<Review>

/** Says how a shipment was, or something else than before. */
export default function RateDialog({ review, opened, onClose, onChanged }: RateDialogProps) {
  const { t } = useTranslation(['reviews', 'common'])
  const client = useQueryClient()
  const { id, version, tracking_code, score, body } = review
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('rate.title', { code: tracking_code })}
      action={t('rate.send')}
      initial={{ score: score === null ? '' : String(score), body: body ?? '' }}
      check={(values) => (values.score ? {} : { score: t('common:validation.required') })}
      send={async (values) =>
        (await reviewSubmit(id, { score: Number(values.score), body: values.body, version })).data
      }
      onDone={(saved) => {
        refreshReviews(client, saved)
        onChanged?.(saved)
        notify.success(t('rate.done'))
      }}
    >
      {(fields) => <ReviewFields {...fields} />}
    </ActionDialog>
  )
}
