import { IconEye, IconEyeOff, IconMessageReply, IconStar, IconWorldCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewHide, reviewPublish } from '@/api/generated/endpoints/reviews/reviews'
import type { Review } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshReviews } from './refresh'

const RateDialog = lazy(() => onceOnline(() => import('./RateDialog')))
const AnswerDialog = lazy(() => onceOnline(() => import('./AnswerDialog')))

const reviewActions = (t: TFunction<'reviews'>): RecordAction<Review>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['reviews.show'] },
  {
    verb: 'submit',
    label: t('action.submit'),
    icon: IconStar,
    button: 'main',
    dialog: (review, state) => <RateDialog {...state} review={review} />,
  },
  {
    verb: 'publish',
    label: t('action.publish'),
    icon: IconWorldCheck,
    button: 'main',
    ask: ({ tracking_code }) => ({
      title: t('publish.title', { code: tracking_code }),
      text: t('publish.text'),
    }),
    run: ({ id, version }) => reviewPublish(id, { version }),
    done: () => t('publish.done'),
  },
  {
    verb: 'answer',
    label: t('action.answer'),
    icon: IconMessageReply,
    button: 'plain',
    dialog: (review, state) => <AnswerDialog {...state} review={review} />,
  },
  {
    verb: 'hide',
    label: t('action.hide'),
    icon: IconEyeOff,
    danger: true,
    button: 'plain',
    reason: ({ client_name, tracking_code }) => ({
      title: t('hide.title'),
      about: `${client_name} · ${tracking_code}`,
      label: t('field.reason'),
      text: t('hide.text'),
    }),
    run: ({ id, version }, reason) => reviewHide(id, { reason, version }),
    done: () => t('hide.done'),
  },
]

/** The actions on a review, in the list and on its page. */
export function useReviewActions() {
  const { t } = useTranslation('reviews')
  return useRecordActions<Review>({ actions: reviewActions(t), refresh: refreshReviews })
}
