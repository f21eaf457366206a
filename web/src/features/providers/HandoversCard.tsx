import { Button, Group, Text } from '@mantine/core'
import { IconFileStack, IconTruckLoading } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  carrierHandoverCreate,
  getCarrierHandoverShowQueryKey,
  useCarrierHandoverShow,
} from '@/api/generated/endpoints/providers/providers'
import type { Provider } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Handover } from './Handover'

const PickupDialog = lazy(() => onceOnline(() => import('./PickupDialog')))

/** What the carrier of a provider picks up, its manifests, and the way to new ones. */
export function HandoversCard({ provider }: { provider: Provider }) {
  const { t } = useTranslation(['carrier-handovers', 'common'])
  const format = useFormat()
  const result = useCarrierHandoverShow(provider.id)
  const { data } = result
  if (!data && result.error) {
    return (
      <PageCard title={t('title')}>
        <LoadFailure title={t('common:record.failed')} result={result} />
      </PageCard>
    )
  }
  if (!data) return null
  const { handovers, waiting_for_pickup, waiting_for_manifest, can } = data.data
  // Without a carrier there is nothing to hand over, and was nothing.
  if (!can.create && handovers.length === 0) return null
  return (
    <PageCard title={t('title')}>
      <Facts label={t('waiting')}>
        <Fact label={t('waitingPickup')}>{format.number(waiting_for_pickup)}</Fact>
        <Fact label={t('waitingManifest')}>{format.number(waiting_for_manifest)}</Fact>
      </Facts>
      {can.create && <Actions providerId={provider.id} />}
      {handovers.length === 0 && (
        <Text size="sm" mt="sm">
          {t('empty')}
        </Text>
      )}
      {handovers.map((handover) => (
        <Handover key={handover.id} providerId={provider.id} handover={handover} />
      ))}
    </PageCard>
  )
}

const MANIFEST = {
  kind: 'manifest',
  pickup_on: null,
  ready_at: null,
  close_at: null,
  instruction: null,
  expected: null,
} as const

function Actions({ providerId }: { providerId: string }) {
  const { t } = useTranslation('carrier-handovers')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const { mutate: list, isPending } = useMutation({
    mutationFn: () => carrierHandoverCreate(providerId, MANIFEST),
    onSuccess: () => notify.info(t('asked')),
    onError: notify.failure,
    onSettled: () => void client.invalidateQueries({ queryKey: getCarrierHandoverShowQueryKey(providerId) }),
  })

  async function make() {
    const sure = await confirm({
      title: t('manifest.title'),
      text: t('manifest.text'),
      action: t('manifest.action'),
    })
    if (sure) list()
  }

  return (
    <Group gap="xs" mt="sm">
      <Button
        variant="default"
        leftSection={<IconTruckLoading size={16} aria-hidden />}
        onClick={() => {
          setAsked(true)
          setOpened(true)
        }}
      >
        {t('pickup.action')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileStack size={16} aria-hidden />}
        loading={isPending}
        onClick={() => void make()}
      >
        {t('manifest.action')}
      </Button>
      {asked && (
        <Suspense>
          <PickupDialog providerId={providerId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Group>
  )
}
