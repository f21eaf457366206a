import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReviewShow } from '@/api/generated/endpoints/reviews/reviews'
import { type Review, ReviewStatus } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useReviewActions } from './actions'
import { Stars } from './Stars'
import { reviewLook } from './status'

/** One review: what the client said, and what the company answered. */
export function ReviewPage({ id }: { id: string }) {
  const { t } = useTranslation('reviews')
  return (
    <RecordPage
      result={useReviewShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ tracking_code }) => `${t('one')} ${tracking_code}`}
      actions={useReviewActions()}
      side={(review) => <State review={review} />}
    >
      {(review) => <Words review={review} />}
    </RecordPage>
  )
}

type ReviewProps = { review: Review }

function Words({ review }: ReviewProps) {
  const { t } = useTranslation('reviews')
  const { score, body, answer } = review
  return (
    <Stack>
      <PageCard title={t('said')}>
        {score === null ? <Text c="dimmed">{t('nothing')}</Text> : <Stars score={score} />}
        {body && <Text style={{ whiteSpace: 'pre-line' }}>{body}</Text>}
      </PageCard>
      {answer && (
        <PageCard title={t('field.answer')}>
          <Text style={{ whiteSpace: 'pre-line' }}>{answer}</Text>
        </PageCard>
      )}
    </Stack>
  )
}

function State({ review }: ReviewProps) {
  const { t } = useTranslation('reviews')
  const { is_outside } = useProfile()
  const { status, hidden_reason, submitted_at, answered_at, answered_by_name } = review
  const wasUndone = status === ReviewStatus.Hidden && hidden_reason === null && !is_outside
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={reviewLook(status, t)} />
      <Facts>
        <Fact label={t('field.shipment')}>
          <Anchor component={AppLink} to={paths['shipments.show']({ id: review.shipment_id })} size="sm">
            {review.tracking_code}
          </Anchor>
        </Fact>
        <Fact label={t('field.client')}>{!is_outside && review.client_name}</Fact>
        <Fact label={t('field.to_city')}>{review.to_city}</Fact>
        <Fact label={t('field.reason')} long>
          {wasUndone ? t('undone') : hidden_reason}
        </Fact>
        <Fact label={t('field.submitted_at')}>{submitted_at && <Moment at={submitted_at} />}</Fact>
        <Fact label={t('field.answered_at')}>{answered_at && <Moment at={answered_at} />}</Fact>
        <Fact label={t('field.answered_by')}>{answered_by_name}</Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={review.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}
