import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { useRegisterValidate } from '@/api/generated/endpoints/access/access'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useDocumentTitle } from '@/ui/document-title'
import { Failure } from '../Failure'

type Props = {
  company: string
  /** The secret in the link of the e-mail. */
  token: string
  onValidated(email: string): Promise<void>
}

/** The page behind the link of the e-mail. Only the button confirms, so a mail program that follows links does not. */
export function ValidatePage({ company, token, onValidated }: Props) {
  const { t } = useTranslation(['register', 'sign-in'])
  useDocumentTitle(t('validate.title'))
  const validate = useRegisterValidate({
    request: { quiet: true },
    mutation: { onSuccess: ({ data }) => onValidated(data.email) },
  })
  return (
    <>
      <Title order={1}>{t('validate.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('validate.text', { company })}
      </Text>
      <Stack gap="md">
        {validate.error && (
          <Failure>
            {errorText(validate.error)}{' '}
            {codeOf(validate.error) === 'link_not_valid' && t('validate.askAgain')}
          </Failure>
        )}
        <Button
          size="md"
          fullWidth
          loading={validate.isPending}
          onClick={() => validate.mutate({ data: { token } })}
        >
          {t('validate.submit')}
        </Button>
        <Anchor component={AppLink} to={paths.login()}>
          {t('sign-in:back')}
        </Anchor>
      </Stack>
    </>
  )
}
