import { Button, Group } from '@mantine/core'
import { IconCloudOff, IconLock, IconRefresh } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts, statusOf } from '@/api/errors'
import { AppLink } from './AppLink'
import { EmptyState } from './EmptyState'
import { sentences } from './wording'

type LoadFailureProps = {
  title: string
  result: { error: unknown; isFetching: boolean; refetch(): unknown }
}

/** In the place of what could not be loaded: why, and another try. */
export function LoadFailure({ title, result }: LoadFailureProps) {
  const { t } = useTranslation()
  // A refused filter or search says more than the answer as a whole.
  if (statusOf(result.error) === 403) return <NotAllowed error={result.error} />
  const refused = sentences(Object.values(fieldTexts(result.error)))
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={title}
        text={refused || errorText(result.error)}
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={result.isFetching}
            onClick={() => result.refetch()}
          >
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}

/** Another try would end the same way: the ways on lead elsewhere. */
function NotAllowed({ error }: { error: unknown }) {
  const { t } = useTranslation(['common', 'shell'])
  const { history } = useRouter()
  return (
    <div role="alert">
      <EmptyState
        icon={IconLock}
        title={t('unauthorizedTitle')}
        text={errorText(error)}
        action={
          <Group gap="xs" justify="center">
            {history.canGoBack() && (
              <Button variant="default" onClick={() => history.back()}>
                {t('goBack')}
              </Button>
            )}
            <Button component={AppLink} to="/">
              {t('shell:error.home')}
            </Button>
          </Group>
        }
      />
    </div>
  )
}
