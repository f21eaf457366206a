import { Alert, Button, Group, Text } from '@mantine/core'
import { IconBroadcast, IconPlugConnected, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  getProviderCarrierShowQueryKey,
  providerCarrierSubscribe,
  providerCarrierTest,
  useProviderCarrierShow,
} from '@/api/generated/endpoints/providers/providers'
import type { Provider, ProviderCarrier } from '@/api/schema'
import { carrierTestText, carrierTroubleText } from '@/shared/carriers/carrier-words'
import { notify } from '@/ui/dialogs/notify'
import { Fact, Facts } from '@/ui/Facts'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'

const CarrierDialog = lazy(() => onceOnline(() => import('./CarrierDialog')))

/** How a provider is connected to a server of carriers, how that does, and a test. */
export function CarrierCard({ provider }: { provider: Provider }) {
  const { t } = useTranslation('carrier-links')
  const { data } = useProviderCarrierShow(provider.id)
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  if (!data) return null
  const link = data.data
  return (
    <PageCard title={t('title')}>
      <Text size="sm" mb="xs">
        {t('text')}
      </Text>
      {link.url && <Link link={link} />}
      <Group gap="xs" mt="sm" align="start">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          onClick={() => {
            setAsked(true)
            setOpened(true)
          }}
        >
          {link.url ? t('edit') : t('connect')}
        </Button>
        {link.url && <Calls providerId={provider.id} link={link} />}
      </Group>
      {asked && (
        <Suspense>
          <CarrierDialog provider={provider} link={link} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </PageCard>
  )
}

function Link({ link }: { link: ProviderCarrier }) {
  const { t } = useTranslation('carrier-links')
  const trouble = carrierTroubleText(t, link)
  return (
    <>
      <Facts label={t('title')}>
        <Fact label={t('field.url')}>{link.url}</Fact>
        <Fact label={t('field.account')}>{link.account}</Fact>
        <Fact label={t('field.buying')}>{t(`buying.${link.buying}`)}</Fact>
        <Fact label={t('services')}>{link.services.length}</Fact>
        <Fact label={t('reports')}>{link.is_listening ? t('listening') : t('asking')}</Fact>
        <Fact label={t('lastSuccess')}>
          {link.last_success_at && <Moment at={link.last_success_at} relative />}
        </Fact>
      </Facts>
      {trouble && (
        <Alert color="orange" mt="sm">
          {trouble} {link.held_until && t('resting')}
        </Alert>
      )}
    </>
  )
}

/** Asks the server now, and says in words what came of it; and lets it report by itself. */
function Calls({ providerId, link }: { providerId: string; link: ProviderCarrier }) {
  const { t } = useTranslation('carrier-links')
  const client = useQueryClient()
  const refresh = () =>
    void client.invalidateQueries({ queryKey: getProviderCarrierShowQueryKey(providerId) })
  const test = useMutation({
    mutationFn: async () => (await providerCarrierTest(providerId)).data,
    onSettled: refresh,
  })
  const subscription = useMutation({
    mutationFn: () => providerCarrierSubscribe(providerId),
    onSuccess: () => notify.success(t('subscribed')),
    onError: notify.failure,
    onSettled: refresh,
  })
  const { data, error } = test
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('test')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBroadcast size={16} aria-hidden />}
        loading={subscription.isPending}
        onClick={() => subscription.mutate()}
      >
        {link.is_listening ? t('subscribeAgain') : t('subscribe')}
      </Button>
      <div aria-live="polite">
        {error && <Alert color="red">{errorText(error)}</Alert>}
        {data && !error && <Alert color={data.failure ? 'orange' : 'teal'}>{carrierTestText(t, data)}</Alert>}
      </div>
    </>
  )
}
