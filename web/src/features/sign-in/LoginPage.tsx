import { Alert, Anchor, Box, Text, Title } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import type { SignInProvider } from '@/api/schema'
import { demoEmails } from '@/context/demo-emails'
import { useDocumentTitle } from '@/ui/document-title'
import { onceOnline } from '@/ui/once-online'
import { Failure } from './Failure'
import { LoginForm } from './LoginForm'
import { ResendEmail } from './ResendEmail'
import type { Problem } from './social/problem'

const SocialButtons = lazy(() => onceOnline(() => import('./social/SocialButtons')))

type LoginPageProps = {
  company: string
  providers: SignInProvider[]
  problem?: Problem
  /** The provider's part is done: a code is what is missing. */
  asksCode?: boolean
  /** Who has just registered: the e-mail to confirm the address is on its way. */
  registered?: string
  /** The address that was confirmed just now. */
  confirmed?: string
  /** Where to go after signing in. */
  to?: string
  onSignedIn(): Promise<void>
}

export function LoginPage({ company, providers, to, onSignedIn, ...arrival }: LoginPageProps) {
  const { t } = useTranslation('sign-in')
  const { problem, asksCode, registered, confirmed } = arrival
  const emails = demoEmails()
  useDocumentTitle(t('title'))
  return (
    <>
      <Title order={1}>{t('title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('text', { company })}
      </Text>
      {problem && (
        <Box mb="md">
          <Failure>{codeText(problem.code, problem.params, problem.text ?? '')}</Failure>
        </Box>
      )}
      {registered && (
        <Good title={t('registered.title')}>
          {t('registered.text', { email: registered })}
          <ResendEmail email={registered} />
        </Good>
      )}
      {confirmed && <Good title={t('confirmed')} />}
      <LoginForm asksCode={asksCode} startsWith={registered ?? confirmed} to={to} onSignedIn={onSignedIn}>
        {providers.length > 0 && (
          <Suspense fallback={<Box h={`calc(3.05rem + ${providers.length} * 3.375rem)`} />}>
            <SocialButtons providers={providers} to={to} />
          </Suspense>
        )}
      </LoginForm>
      {emails && (
        <Text mt="lg">
          <Anchor href={emails}>{t('demoEmails')}</Anchor>
        </Text>
      )}
    </>
  )
}

/** How a registration goes on. */
const Good = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Alert mb="md" color="green" role="status" icon={<IconMailCheck aria-hidden />} title={title}>
    {children}
  </Alert>
)
