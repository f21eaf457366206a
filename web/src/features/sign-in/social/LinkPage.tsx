import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CurrentPerson } from '@/api/schema'
import { useDocumentTitle } from '@/ui/document-title'
import { LoginForm } from '../LoginForm'

type Props = { company: string; person: CurrentPerson; onSignedIn(): Promise<void> }

/** Links an existing account to a provider, after the password is verified. */
export function LinkPage({ company, person, onSignedIn }: Props) {
  const { t } = useTranslation('sign-in')
  useDocumentTitle(t('link.title'))
  return (
    <>
      <Title order={1}>{t('link.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('link.text', { company, provider: person.provider, who: person.email ?? person.name })}
      </Text>
      <LoginForm link onSignedIn={onSignedIn} />
    </>
  )
}
