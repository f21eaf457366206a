import { Alert, Anchor, Button, Loader, Title } from '@mantine/core'
import { IconAlertCircle, IconMailOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { useStoppedMailCreate } from '@/api/generated/endpoints/notifications/notifications'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { EmptyState } from '@/ui/EmptyState'
import classes from './Notifications.module.css'

/** Ends the e-mails about one event. Following the link is enough, and nobody has to sign in. */
export function StoppedMailsPage({ token }: { token: string }) {
  const { t } = useTranslation(['notification-choices', 'common'])
  const { mutate, data, error, isPending } = useStoppedMailCreate({ request: { quiet: true } })
  const asked = useRef(false)
  const title = t('stop.title')
  useDocumentTitle(title)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ data: { token } })
  }, [mutate, token])
  return (
    <div className={classes.stopped}>
      <Title order={1} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      {data && (
        <EmptyState
          icon={IconMailOff}
          title={t('stop.done')}
          text={t(`event.${data.data.event}`)}
          action={<ToSettings />}
        />
      )}
      {error ? (
        <>
          <Alert color="red" role="alert" mt="md" ta="left" icon={<IconAlertCircle aria-hidden />}>
            {errorText(error)}
          </Alert>
          {codeOf(error) === 'link_not_valid' ? (
            <ToSettings />
          ) : (
            <Button variant="default" mt="lg" loading={isPending} onClick={() => mutate({ data: { token } })}>
              {t('common:retry')}
            </Button>
          )}
        </>
      ) : null}
      {!data && !error && <Loader aria-label={t('common:loading')} mt="lg" />}
    </div>
  )
}

/** Where each kind of e-mail is switched off, also without a link that is still valid. */
function ToSettings() {
  const { t } = useTranslation('notification-choices')
  return (
    <Anchor component={AppLink} to={paths['my-account.tab']({ tab: 'notifications' })}>
      {t('stop.settings')}
    </Anchor>
  )
}
