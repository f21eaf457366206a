import { Alert, Button, Paper, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
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

type Audience = 'clients' | 'staff'

/** Whom each flag matters to. */
const AUDIENCE: Record<FeatureFlag['name'], Audience> = {
  public_tracking: 'clients',
  public_calculator: 'clients',
  public_faq: 'clients',
  reviews: 'clients',
  indications: 'clients',
  tracking_postcode: 'clients',
  tracking_emails: 'clients',
  pickup: 'clients',
  client_webhooks: 'clients',
  services: 'staff',
  bags_master: 'staff',
  stock: 'staff',
  delivery: 'staff',
  cash_on_delivery: 'staff',
  clients: 'staff',
  auxiliar: 'staff',
  dashboard_shortcuts: 'staff',
  integrations: 'staff',
  reload_on_locale_change: 'staff',
}

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
      <Stack gap="xl">
        {data &&
          (['clients', 'staff'] as const).map((name) => (
            <Group key={name} name={name} flags={data.data.filter((flag) => AUDIENCE[flag.name] === name)} />
          ))}
      </Stack>
    </ResourcePage>
  )
}

function Group({ name, flags }: { name: Audience; flags: FeatureFlag[] }) {
  const { t } = useTranslation('feature-flags')
  return (
    <section aria-labelledby={`flags-${name}`}>
      <Title order={2} size="h4" id={`flags-${name}`}>
        {t(`group.${name}.title`)}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`group.${name}.text`)}
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {flags.map((flag) => (
          <FlagItem key={flag.name} flag={flag} />
        ))}
      </Stack>
    </section>
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
        {t(enabled ? 'on' : 'off')}
        {enabled === flag.default_enabled && ` (${t('asShipped')})`}
        {' · '}
        {flag.changed_at ? (
          <>
            {flag.changed_by ? t('changedBy', { name: flag.changed_by }) : t('changedByFile')}
            {' · '}
            <Moment at={flag.changed_at} relative />
          </>
        ) : (
          t('never')
        )}
      </Text>
    </Paper>
  )
}
