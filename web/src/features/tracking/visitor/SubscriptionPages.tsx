import { Alert, Anchor, Button, Loader, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  useTrackingSubscriptionConfirm,
  useTrackingSubscriptionUnsubscribe,
} from '@/api/generated/endpoints/tracking/tracking'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { EmptyState } from '@/ui/EmptyState'
import classes from './PublicTrackingPage.module.css'

type Props = {
  /** The secret in the link of the e-mail. */
  token: string
  company: string
  trackingTo(code: string): string
}

/** A press of the button confirms: a mail program that only looks at the link does not. */
export function ConfirmSubscriptionPage({ token, company, trackingTo }: Props) {
  const { t } = useTranslation('tracking')
  const { mutate, data, error, isPending } = useTrackingSubscriptionConfirm({ request: { quiet: true } })
  return (
    <Frame title={t('confirm.title')}>
      {data ? (
        <EmptyState
          icon={IconMailCheck}
          title={t('confirm.done', { code: data.data.tracking_code })}
          text={t('confirm.doneText')}
          action={<ToShipment code={data.data.tracking_code} trackingTo={trackingTo} />}
        />
      ) : (
        <>
          <Text c="dimmed">{t('confirm.text', { company })}</Text>
          {error ? (
            <Failure error={error} text={t('confirm.again')}>
              <Anchor component={AppLink} to={paths.tracking()} size="sm">
                {t('confirm.toTracking')}
              </Anchor>
            </Failure>
          ) : null}
          <Button size="md" mt="lg" loading={isPending} onClick={() => mutate({ data: { token } })}>
            {t('confirm.submit')}
          </Button>
        </>
      )}
    </Frame>
  )
}

/** Following the link is enough. */
export function StopSubscriptionPage({ token, trackingTo }: Omit<Props, 'company'>) {
  const { t } = useTranslation(['tracking', 'common'])
  const { mutate, data, error, isPending } = useTrackingSubscriptionUnsubscribe({ request: { quiet: true } })
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ data: { token } })
  }, [mutate, token])
  return (
    <Frame title={t('stop.title')}>
      {data && (
        <EmptyState
          icon={IconMailOff}
          title={t('stop.done')}
          text={data.data.tracking_code ? t('stop.doneText', { code: data.data.tracking_code }) : undefined}
          action={<ToShipment code={data.data.tracking_code} trackingTo={trackingTo} />}
        />
      )}
      {error ? (
        <>
          <Failure error={error} />
          <Button variant="default" mt="lg" loading={isPending} onClick={() => mutate({ data: { token } })}>
            {t('common:retry')}
          </Button>
        </>
      ) : null}
      {!data && !error && <Loader aria-label={t('common:loading')} mt="lg" />}
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className={classes.off}>
      <Title order={1} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      {children}
    </div>
  )
}

function Failure({ error, text, children }: { error: unknown; text?: string; children?: ReactNode }) {
  return (
    <Alert color="red" role="alert" mt="md" ta="left" icon={<IconAlertCircle aria-hidden />}>
      {errorText(error)} {text} {children}
    </Alert>
  )
}

function ToShipment({ code, trackingTo }: { code: string | null; trackingTo(code: string): string }) {
  const { t } = useTranslation('tracking')
  if (!code) return null
  return (
    <Anchor component={AppLink} to={trackingTo(code)}>
      {t('confirm.follow', { code })}
    </Anchor>
  )
}
