import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  orderLayerTest,
  useOrderLayerCalls,
  useOrderLayerShow,
} from '@/api/generated/endpoints/integrations/integrations'
import type { OrderLayer } from '@/api/schema'
import { InPerson } from '@/blocks/InPerson'
import { useProfile } from '@/context/session'
import { TestNow } from '@/shared/integrations/TestNow'
import { Fact, Facts } from '@/ui/Facts'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import { refreshHost } from './refresh'
import { testText, troubleText } from './words'

const HostDialog = lazy(() => onceOnline(() => import('./HostDialog')))

/** The company's own host for orders: where it is, how it does, and a test. */
export function HostCard() {
  const { t } = useTranslation('shops')
  const { can } = useProfile()
  const { data } = useOrderLayerShow()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  if (!data) return null
  const layer = data.data
  return (
    <PageCard title={t('host.title')}>
      <Text size="sm" mb="xs">
        {t('host.text')}
      </Text>
      {layer.url ? <Host layer={layer} /> : <Text size="sm">{t('host.none')}</Text>}
      {can['order_layer.update'] && (
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
              {layer.url ? t('host.edit') : t('host.connect')}
            </Button>
          </InPerson>
          {layer.url && <Test />}
        </Group>
      )}
      {asked && (
        <Suspense>
          <HostDialog layer={layer} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </PageCard>
  )
}

function Host({ layer }: { layer: OrderLayer }) {
  const { t } = useTranslation('shops')
  const { data } = useOrderLayerCalls()
  const trouble = troubleText(t, layer)
  const last = data?.data[0]
  return (
    <>
      <Facts label={t('host.title')}>
        <Fact label={t('host.field.url')}>{layer.url}</Fact>
        <Fact label={t('host.field.key')}>{layer.has_key ? t('host.keySet') : t('host.keyMissing')}</Fact>
        <Fact label={t('host.lastSuccess')}>
          {layer.last_success_at ? <Moment at={layer.last_success_at} relative /> : t('never')}
        </Fact>
        {last && (
          <Fact label={t('host.lastCall')}>
            {last.order_number} · {t(`host.call.${last.state}`)} · <Moment at={last.called_at} relative />
          </Fact>
        )}
      </Facts>
      {trouble && (
        <Alert color="orange" mt="sm">
          {trouble} {layer.held_until && t('host.resting')}
        </Alert>
      )}
    </>
  )
}

/** Asks the host now, and says in words what came of it. */
function Test() {
  const { t } = useTranslation('shops')
  const client = useQueryClient()
  return (
    <TestNow
      label={t('host.test')}
      test={async () => {
        const { data } = await orderLayerTest()
        return { isWell: !data.failure, text: testText(t, data) }
      }}
      onTested={() => refreshHost(client)}
    />
  )
}
