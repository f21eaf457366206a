import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, statusOf } from '@/api/errors'
import { publicDeliveryShow } from '@/api/generated/endpoints/deliveries/deliveries'
import type { PublicDelivery } from '@/api/schema'
import { CompanyEmail } from '@/blocks/AskCompany'
import { useDocumentTitle } from '@/ui/document-title'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { ChoiceForm } from './ChoiceForm'
import classes from './Deliveries.module.css'

type PublicDeliveryPageProps = {
  /** The secret in the link of the e-mail. */
  token: string
  company: string
}

/** The failed delivery behind the link of an e-mail: its recipient chooses what happens next. */
export function PublicDeliveryPage({ token, company }: PublicDeliveryPageProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  const queryClient = useQueryClient()
  const queryKey = ['public-delivery', token]
  const result = useQuery({
    queryKey,
    queryFn: () => publicDeliveryShow({ token }, { quiet: true }),
    retry: false,
  })
  const delivery = result.data?.data
  const title = delivery ? t('public.title', { number: delivery.number, company }) : t('one')
  useDocumentTitle(title)
  return (
    <div className={classes.public}>
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {!delivery && result.error && !isRefusal(result.error) && (
        <LoadFailure title={t('failed')} result={result} />
      )}
      {!delivery && result.error && isRefusal(result.error) && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {errorText(result.error)} {t('public.askAgain', { company })} <CompanyEmail />
        </Alert>
      )}
      {!delivery && !result.error && <Skeleton h="40vh" radius="md" aria-label={t('common:loading')} />}
      {delivery && !delivery.choice && (
        <>
          <FailedFacts delivery={delivery} />
          <ChoiceForm
            token={token}
            days={delivery.days}
            onChosen={(chosen) => queryClient.setQueryData(queryKey, chosen)}
          />
        </>
      )}
      {delivery?.choice && <ChosenFacts delivery={delivery} company={company} />}
    </div>
  )
}

/** The link is used, too old or unknown. Anything else may pass: the page then asks again. */
const REFUSALS = new Set([400, 404, 409, 410, 422])

const isRefusal = (error: unknown) => REFUSALS.has(statusOf(error) ?? 0)

function FailedFacts({ delivery }: { delivery: PublicDelivery }) {
  const { t } = useTranslation('deliveries')
  const { city, fail_reason } = delivery
  return (
    <div>
      <Text>{t('public.text', { city })}</Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.recipient')}>{delivery.recipient_name}</Fact>
        <Fact label={t('field.fail_reason')}>{fail_reason && t(`reason.${fail_reason}`)}</Fact>
      </Facts>
    </div>
  )
}

function ChosenFacts({ delivery, company }: { delivery: PublicDelivery; company: string }) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const { choice, on, note } = delivery
  return (
    <Stack>
      <Alert color="teal" role="status" icon={<IconCheck aria-hidden />}>
        {t('public.done', { company })}
      </Alert>
      <Facts>
        <Fact label={t('public.chosen')}>{choice && t(`choice.${choice}`)}</Fact>
        <Fact label={t('public.day')}>{on && format.day(on)}</Fact>
        <Fact label={t(choice === 'neighbour' ? 'public.neighbour' : 'public.note')} long>
          {note}
        </Fact>
      </Facts>
    </Stack>
  )
}
