import { Alert, Button, Skeleton, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { publicQuoteAccept, publicQuoteShow, quoteTake } from '@/api/generated/endpoints/quotes/quotes'
import type { PublicQuote } from '@/api/schema'
import { CompanyEmail } from '@/blocks/AskCompany'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import { QuotedOffer } from './QuotedOffer'
import classes from './Quotes.module.css'
import { quoteLook } from './status'

type PublicQuotePageProps = {
  /** The secret in the link of the e-mail. */
  token: string
  company: string
  /** Whether the visitor has an account and is in it. */
  isSignedIn: boolean
}

/** The quote behind the link of an e-mail, for a customer with or without an account. */
export function PublicQuotePage({ token, company, isSignedIn }: PublicQuotePageProps) {
  const { t } = useTranslation(['quotes', 'common'])
  const queryKey = ['public-quote', token]
  const result = useQuery({
    queryKey,
    queryFn: () => publicQuoteShow({ token }, { quiet: true }),
    retry: false,
  })
  const quote = result.data?.data
  const title = quote ? t('public.title', { number: quote.number, company }) : t('one')
  useDocumentTitle(title)
  return (
    <div className={classes.public}>
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {!quote && result.error && <Failure error={result.error} text={t('public.askAgain', { company })} />}
      {!quote && !result.error && <Skeleton h="40vh" radius="md" aria-label={t('common:loading')} />}
      {quote && (
        <>
          <PublicFacts quote={quote} />
          <QuotedOffer offer={quote.offer} />
          <Next token={token} quote={quote} queryKey={queryKey} isSignedIn={isSignedIn} company={company} />
        </>
      )}
    </div>
  )
}

function PublicFacts({ quote }: { quote: PublicQuote }) {
  const { t, i18n } = useTranslation('quotes')
  const format = useFormat()
  const placeOf = (city: string | null, country: unknown) =>
    [city, localeText(country, i18n.language)].filter(Boolean).join(', ')
  return (
    <>
      <StatusBadge status={quoteLook(quote.status, t)} />
      <Facts>
        <Fact label={t('field.from')}>{placeOf(quote.from_city, quote.from_country_locale)}</Fact>
        <Fact label={t('field.to')}>{placeOf(quote.to_city, quote.to_country_locale)}</Fact>
        <Fact label={t('field.valid_until')}>{format.day(quote.valid_until)}</Fact>
      </Facts>
    </>
  )
}

type NextProps = PublicQuotePageProps & { quote: PublicQuote; queryKey: string[] }

/** The next step of the customer. */
function Next({ token, quote, queryKey, isSignedIn, company }: NextProps) {
  const { t } = useTranslation('quotes')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => publicQuoteAccept({ token }, { quiet: true }),
    onSuccess: (accepted) => queryClient.setQueryData(queryKey, accepted),
  })
  const take = useMutation({
    mutationFn: () => quoteTake({ token }, { quiet: true }),
    async onSuccess({ data }) {
      const id = data.shipment_id
      if (id) await navigate({ href: paths['shipments.wizard']({ id, step: 'origin' }) })
    },
  })
  const isOffered = quote.status === 'open' || quote.status === 'sent'
  const isTaken = quote.status === 'accepted'
  const failure = accept.error ?? take.error
  if (!isOffered && !isTaken) {
    return (
      <Text>
        {t('public.over', { company })} <CompanyEmail />
      </Text>
    )
  }
  return (
    <>
      {failure && <Failure error={failure} />}
      {isOffered && (
        <div className={classes.buttons}>
          <Button size="md" loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('public.accept')}
          </Button>
        </div>
      )}
      {isTaken && <Text role="status">{isSignedIn ? t('public.accepted') : t('public.signIn')}</Text>}
      {isTaken && isSignedIn && (
        <div className={classes.buttons}>
          <Button size="md" loading={take.isPending} onClick={() => take.mutate()}>
            {t('action.ship')}
          </Button>
        </div>
      )}
      {isTaken && !isSignedIn && <Doors token={token} hasClient={quote.has_client} />}
    </>
  )
}

/** To sign in and come back here, or to register first. */
function Doors({ token, hasClient }: { token: string; hasClient: boolean }) {
  const { t } = useTranslation('quotes')
  const back = paths['quotes.public']({ token })
  return (
    <div className={classes.buttons}>
      <Button component={AppLink} to={towards(paths.login(), back)}>
        {t('public.toSignIn')}
      </Button>
      {!hasClient && (
        <Button component={AppLink} variant="default" to={towards(paths.register(), back)}>
          {t('public.register')}
        </Button>
      )}
    </div>
  )
}

function Failure({ error, text }: { error: unknown; text?: string }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {errorText(error)} {text} {text && <CompanyEmail />}
    </Alert>
  )
}
