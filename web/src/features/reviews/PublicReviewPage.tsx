import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, statusOf } from '@/api/errors'
import { publicReviewShow, publicReviewSubmit } from '@/api/generated/endpoints/reviews/reviews'
import { CompanyEmail } from '@/blocks/AskCompany'
import { useDocumentTitle } from '@/ui/document-title'
import { LoadFailure } from '@/ui/LoadFailure'
import { ReviewFields, type ReviewValues } from './ReviewFields'

type PublicReviewPageProps = {
  /** The secret in the link of the e-mail. */
  token: string
  company: string
}

/** The link is used, too old or unknown. Anything else may pass: the page then asks again. */
const REFUSALS = new Set([400, 404, 409, 410, 422])

const isRefusal = (error: unknown) => REFUSALS.has(statusOf(error) ?? 0)

/** The delivered shipment behind the link of an e-mail: its client rates it. */
export function PublicReviewPage({ token, company }: PublicReviewPageProps) {
  const { t } = useTranslation(['reviews', 'common'])
  const [isDone, setIsDone] = useState(false)
  const result = useQuery({
    queryKey: ['public-review', token],
    queryFn: () => publicReviewShow({ token }, { quiet: true }),
    retry: false,
  })
  const review = result.data?.data
  const title = review ? t('public.title', { code: review.tracking_code, company }) : t('one')
  useDocumentTitle(title)
  return (
    <Stack maw="44rem" mx="auto" w="100%">
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {!review && result.error && !isRefusal(result.error) && (
        <LoadFailure title={t('failed')} result={result} />
      )}
      {!review && result.error && isRefusal(result.error) && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {errorText(result.error)} <CompanyEmail />
        </Alert>
      )}
      {!review && !result.error && <Skeleton h="40vh" radius="md" aria-label={t('common:loading')} />}
      {review && !isDone && (
        <>
          {review.to_city && <Text>{t('public.text', { city: review.to_city })}</Text>}
          <RatingForm token={token} onDone={() => setIsDone(true)} />
        </>
      )}
      {isDone && (
        <Alert color="teal" role="status" icon={<IconCheck aria-hidden />}>
          {t('public.done', { company })}
        </Alert>
      )}
    </Stack>
  )
}

/** It can be sent once. The text stays when that fails. */
function RatingForm({ token, onDone }: { token: string; onDone(): void }) {
  const { t } = useTranslation(['reviews', 'common'])
  const [values, setValues] = useState<ReviewValues>({ score: '', body: '' })
  const [isMissing, setIsMissing] = useState(false)
  const sending = useMutation({
    mutationFn: ({ score, body }: ReviewValues) =>
      publicReviewSubmit({ token, score: Number(score), body }, { quiet: true }),
    onSuccess: onDone,
  })

  function send(event: FormEvent) {
    event.preventDefault()
    setIsMissing(!values.score)
    if (values.score) sending.mutate(values)
  }

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ReviewFields
          values={values}
          set={(field, value) => setValues({ ...values, [field]: value })}
          problem={(field) =>
            field === 'score' && isMissing && !values.score ? t('common:validation.required') : undefined
          }
        />
        {sending.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {errorText(sending.error)}
          </Alert>
        )}
        <div>
          <Button type="submit" loading={sending.isPending}>
            {t('rate.send')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
