import { Alert, Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'

type PreviewProps = { result: UseQueryResult<unknown>; children: React.ReactNode }

/** What is asked of the server before a question: its place while it loads, and the way on when it fails. */
export function Preview({ result, children }: PreviewProps) {
  const { t } = useTranslation('shipments')
  if (result.error) {
    return (
      <Alert color="red" role="alert" title={errorText(result.error)}>
        <Button size="xs" variant="default" onClick={() => void result.refetch()}>
          {t('show.retry')}
        </Button>
      </Alert>
    )
  }
  if (result.data === undefined) return <Skeleton h="8rem" radius="md" />
  return children
}
