import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { EmptyState } from './EmptyState'

type LoadFailureProps = {
  title: string
  result: { error: unknown; isFetching: boolean; refetch(): unknown }
}

/** In the place of what could not be loaded: why, and another try. */
export function LoadFailure({ title, result }: LoadFailureProps) {
  const { t } = useTranslation()
  // A refused filter or search says more than the answer as a whole.
  const refused = Object.values(fieldTexts(result.error)).join(' ')
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
