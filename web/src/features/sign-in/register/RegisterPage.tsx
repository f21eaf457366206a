import { Alert, Button, Skeleton, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useChoices } from '@/api/useChoices'
import { useDocumentTitle } from '@/ui/document-title'
import { RegisterForm } from './RegisterForm'

type Props = { company: string; onRegistered(): void }

export function RegisterPage({ company, onRegistered }: Props) {
  const { t } = useTranslation(['register', 'common'])
  useDocumentTitle(t('title'))
  const { choices, error, retry } = useChoices()
  return (
    <>
      <Title order={1}>{t('title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('text', { company })}
      </Text>
      {choices && <RegisterForm choices={choices} onRegistered={onRegistered} />}
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
