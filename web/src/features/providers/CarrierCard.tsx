import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconBroadcast, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getProviderCarrierShowQueryKey,
  providerCarrierSubscribe,
  providerCarrierTest,
  useProviderCarrierShow,
} from '@/api/generated/endpoints/providers/providers'
import type { Provider, ProviderCarrier } from '@/api/schema'
import { InPerson } from '@/blocks/InPerson'
import { CarrierTrouble } from '@/shared/carriers/CarrierTrouble'
import { carrierTestText } from '@/shared/carriers/carrier-words'
import { TestNow } from '@/shared/integrations/TestNow'
import { notify } from '@/ui/dialogs/notify'
import { Fact, Facts } from '@/ui/Facts'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'

const CarrierDialog = lazy(() => onceOnline(() => import('./CarrierDialog')))

/** How a provider is connected to a server of carriers, how that does, and a test. */
export function CarrierCard({ provider }: { provider: Provider }) {
  const { t } = useTranslation(['carrier-links', 'common'])
  const result = useProviderCarrierShow(provider.id)
  const { data, isLoading } = result
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  if (isLoading) return <Skeleton h={160} radius="lg" />
  if (!data) {
    return (
      <PageCard title={t('title')}>
        <LoadFailure title={t('common:record.failed')} result={result} />
      </PageCard>
    )
  }
  const link = data.data
  return (
    <PageCard title={t('title')}>
      <Text size="sm" mb="xs">
        {t('text')}
      </Text>
      {link.url && <Link link={link} />}
      <Group gap="xs" mt="sm" align="start">
        <InPerson>
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
        </InPerson>
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
      <CarrierTrouble link={link} />
    </>
  )
}

/** Asks the server now, and says in words what came of it; and lets it report by itself. */
function Calls({ providerId, link }: { providerId: string; link: ProviderCarrier }) {
  const { t } = useTranslation('carrier-links')
  const client = useQueryClient()
  const refresh = () =>
    void client.invalidateQueries({ queryKey: getProviderCarrierShowQueryKey(providerId) })
  const subscription = useMutation({
    mutationFn: () => providerCarrierSubscribe(providerId),
    onSuccess: () => notify.success(t('subscribed')),
    onError: notify.failure,
    onSettled: refresh,
  })
  return (
    <TestNow
      label={t('test')}
      test={async () => {
        const { data } = await providerCarrierTest(providerId)
        return { isWell: !data.failure, text: carrierTestText(t, data) }
      }}
      onTested={refresh}
    >
      <Button
        variant="default"
        leftSection={<IconBroadcast size={16} aria-hidden />}
        loading={subscription.isPending}
        onClick={() => subscription.mutate()}
      >
        {link.is_listening ? t('subscribeAgain') : t('subscribe')}
      </Button>
    </TestNow>
  )
}
