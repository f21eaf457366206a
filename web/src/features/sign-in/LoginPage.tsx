import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '@/ui/document-title'
import { LoginForm } from './LoginForm'

type LoginPageProps = { company: string; onSignedIn(): Promise<void> }

export function LoginPage({ company, onSignedIn }: LoginPageProps) {
  const { t } = useTranslation('sign-in')
  useDocumentTitle(t('title'))
  return (
    <>
      <Title order={1}>{t('title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('text', { company })}
      </Text>
      <LoginForm onSignedIn={onSignedIn} />
    </>
  )
}
