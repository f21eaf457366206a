import { Alert, Button, Paper, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  invalidateFeatureFlagList,
  useFeatureFlagList,
  useFeatureFlagUpdate,
} from '@/api/generated/endpoints/company/company'
import { invalidateDomainShow } from '@/api/generated/endpoints/site/site'
import type { FeatureFlag } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { ResourcePage } from '@/ui/ResourcePage'
import { Moment } from '@/ui/time/Moment'

/** The features of the company, with their descriptions. */
export function FeatureFlagsPage() {
  const { t } = useTranslation('feature-flags')
  const { data, error, refetch } = useFeatureFlagList()
  return (
    <ResourcePage title={t('title')} text={t('text')} width="form">
      {error && (
        <Alert color="red" role="alert">
          {errorText(error)}
          <Button variant="subtle" size="compact-sm" ml="xs" onClick={() => refetch()}>
            {t('again')}
          </Button>
        </Alert>
      )}
      {!data && !error && <Skeleton height={200} />}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.data.map((flag) => (
          <FlagItem key={flag.name} flag={flag} />
        ))}
      </Stack>
    </ResourcePage>
  )
}

function FlagItem({ flag }: { flag: FeatureFlag }) {
  const { t } = useTranslation('feature-flags')
  const queryClient = useQueryClient()
  const update = useFeatureFlagUpdate({
    mutation: {
      // The page itself follows like any other that is open.
      onSuccess: () =>
        Promise.all([invalidateFeatureFlagList(queryClient), invalidateDomainShow(queryClient)]),
      onError: notify.failure,
    },
  })
  const enabled = update.isPending ? update.variables.data.enabled : flag.enabled
  return (
    <Paper component="li" withBorder p="md" radius="md">
      <Switch
        label={t(`flag.${flag.name}.title`)}
        description={t(`flag.${flag.name}.text`)}
        labelPosition="left"
        styles={{ body: { justifyContent: 'space-between' } }}
        checked={enabled}
        disabled={update.isPending || !flag.can.update}
        onChange={(event) =>
          update.mutate({ name: flag.name, data: { enabled: event.currentTarget.checked } })
        }
      />
      <Text size="xs" c="dimmed" mt="xs">
        {flag.changed_at ? (
          <>
            {flag.changed_by ? t('changedBy', { name: flag.changed_by }) : t('changedByFile')}{' '}
            <Moment at={flag.changed_at} />
          </>
        ) : (
          t('never')
        )}
      </Text>
    </Paper>
  )
}
