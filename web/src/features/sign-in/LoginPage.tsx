import { Box, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import type { SignInProvider } from '@/api/schema'
import { useDocumentTitle } from '@/ui/document-title'
import { onceOnline } from '@/ui/once-online'
import { Failure } from './Failure'
import { LoginForm } from './LoginForm'
import type { Problem } from './social/problem'

const SocialButtons = lazy(() => onceOnline(() => import('./social/SocialButtons')))

type LoginPageProps = {
  company: string
  providers: SignInProvider[]
  problem?: Problem
  /** The provider's part is done: a code is what is missing. */
  asksCode?: boolean
  /** Where to go after signing in. */
  to?: string
  onSignedIn(): Promise<void>
}

export function LoginPage({ company, providers, problem, asksCode, to, onSignedIn }: LoginPageProps) {
  const { t } = useTranslation('sign-in')
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
      <LoginForm asksCode={asksCode} onSignedIn={onSignedIn}>
        {providers.length > 0 && (
          <Suspense fallback={<Box h={`calc(3.05rem + ${providers.length} * 3.375rem)`} />}>
            <SocialButtons providers={providers} to={to} />
          </Suspense>
        )}
      </LoginForm>
    </>
  )
}
