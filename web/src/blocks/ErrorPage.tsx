import { Button, Group, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rightText, statusOf } from '@/api/errors'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import classes from './ErrorPage.module.css'
import { PagePending } from './PagePending'

type ErrorPageProps = {
  /** The well-known code of this kind of page; decoration, because the title says it in words. */
  code?: string
  title: string
  text: string
  actions?: ReactNode
}

export function ErrorPage({ code, title, text, actions }: ErrorPageProps) {
  useDocumentTitle(title)
  return (
    <div className={classes.page}>
      {code && (
        <span className={classes.code} aria-hidden>
          {code}
        </span>
      )}
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      <Text c="dimmed" maw="30rem">
        {text}
      </Text>
      {actions && (
        <Group justify="center" mt="md">
          {actions}
        </Group>
      )}
    </div>
  )
}

function HomeButton() {
  const { t } = useTranslation('shell')
  return (
    <Button component={AppLink} to={paths.home()}>
      {t('error.home')}
    </Button>
  )
}

function ReloadButton() {
  const { t } = useTranslation('shell')
  return <Button onClick={() => window.location.reload()}>{t('error.reload')}</Button>
}

export function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <ErrorPage
      code="404"
      title={t('error.notFound')}
      text={t('error.notFoundText')}
      actions={<HomeButton />}
    />
  )
}

type RefusedProps = {
  right?: string | undefined
  /** What is missing, where the server has said it. */
  text?: string
}

/**
 * In place of a page that is not for this user: it says what is missing, and goes back to the screen before.
 * The words of the right arrive with it, because the page that it replaces does not load them.
 */
export function Refused(props: RefusedProps) {
  return (
    <Suspense fallback={<PagePending />}>
      <RefusedPage {...props} />
    </Suspense>
  )
}

function RefusedPage({ right, text }: RefusedProps) {
  const { t } = useTranslation(['common', 'profiles', 'shell'])
  const name = rightText(right)
  const reason = text ?? (name ? t('unauthorizedRight', { right: name }) : t('unauthorized'))
  useGoBack(`${t('unauthorizedTitle')}. ${reason}`)
  return (
    <ErrorPage
      code="403"
      title={t('unauthorizedTitle')}
      text={reason}
      actions={
        <>
          <BackButton />
          <HomeButton />
        </>
      }
    />
  )
}

/** To the screen before, or to the start on a link from outside. The start itself has nowhere to go. */
function useGoBack(reason: string) {
  const router = useRouter()
  const isGone = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often it is drawn on the way
  useEffect(() => {
    if (isGone.current || router.state.location.pathname === paths.home()) return
    isGone.current = true
    // The sign-in has this page too, and no toasts.
    void import('@/ui/dialogs/notify').then(({ notify }) => notify.error(reason, { id: 'unauthorized' }))
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ href: paths.home(), replace: true })
  }, [])
}

function BackButton() {
  const { t } = useTranslation()
  const { history } = useRouter()
  if (!history.canGoBack()) return null
  return (
    <Button variant="default" onClick={() => history.back()}>
      {t('goBack')}
    </Button>
  )
}

export function SuspendedPage() {
  const { t } = useTranslation('shell')
  return <ErrorPage title={t('error.suspended')} text={t('error.suspendedText')} actions={<ReloadButton />} />
}

export function UnknownHostPage() {
  const { t } = useTranslation('shell')
  return <ErrorPage code="404" title={t('error.unknownHost')} text={t('error.unknownHostText')} />
}

/** The page of a route that failed to load or render. */
export function CrashPage({ error }: { error: unknown }) {
  const { t } = useTranslation('shell')
  const status = statusOf(error)
  if (status === 404) return <NotFoundPage />
  if (status === 403) return <Refused />
  return (
    <ErrorPage
      title={t('error.crash')}
      text={t(status === undefined ? 'error.crashText' : 'error.unreachableText')}
      actions={<ReloadButton />}
    />
  )
}
