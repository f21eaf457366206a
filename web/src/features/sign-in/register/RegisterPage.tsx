import { Alert, Button, Skeleton, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { CurrentPerson, SocialStep } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useDocumentTitle } from '@/ui/document-title'
import { RegisterForm } from './RegisterForm'

type Props = {
  company: string
  /** The new user of a provider, who signs in without a password. */
  person?: CurrentPerson
  /** The code of the link that led here. */
  referralCode?: string
  /** Where to go after signing in. */
  to?: string
  /** With the address that gets the e-mail. */
  onRegistered(email: string, step?: SocialStep): void
}

export function RegisterPage({ company, person, referralCode, to, onRegistered }: Props) {
  const { t } = useTranslation(['register', 'common'])
  const title = person ? t('complete.title') : t('title')
  useDocumentTitle(title)
  const { data: choices, error, refetch: retry } = useChoices()
  return (
    <>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {person ? t('complete.text', { company, provider: person.provider }) : t('text', { company })}
      </Text>
      {choices && (
        <RegisterForm
          choices={choices}
          person={person}
          referralCode={referralCode}
          to={to}
          onRegistered={onRegistered}
        />
      )}
      {!choices && !error && <Skeleton h="120vh" radius="md" />}
      {!choices && error && (
        <Alert color="red" role="alert" title={errorText(error)}>
          <Button variant="default" size="compact-sm" onClick={() => void retry()}>
            {t('common:retry')}
          </Button>
        </Alert>
      )}
    </>
  )
}
