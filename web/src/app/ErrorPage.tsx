import { Button, Group, Text, Title } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import classes from './ErrorPage.module.css'
import { paths } from './paths'

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

/** In place of a page that is not for this user: they are back where they were, and are told. */
export function Refused() {
  const router = useRouter()
  const step = useLocation({ select: ({ state }) => state.__TSR_index })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page before may be refused too, in the same place
  useEffect(() => {
    let stays = true
    void import('./refusals').then(({ refusePage }) => stays && refusePage(router))
    return () => {
      stays = false
    }
  }, [router, step])
  return null
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
  return (
    <ErrorPage
      title={t('error.crash')}
      text={t(status === undefined ? 'error.crashText' : 'error.unreachableText')}
      actions={<ReloadButton />}
    />
  )
}
