import { Button, Group, Text } from '@mantine/core'
import { IconBan, IconFileDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  carrierHandoverCancel,
  getCarrierHandoverShowQueryKey,
} from '@/api/generated/endpoints/providers/providers'
import type { CarrierHandover } from '@/api/schema'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { handoverLook } from './handover-status'

const ReasonDialog = lazy(() =>
  onceOnline(() => import('@/ui/dialogs/ReasonDialog').then((file) => ({ default: file.ReasonDialog }))),
)

type HandoverProps = { providerId: string; handover: CarrierHandover }

/** A pickup or a manifest of a carrier. */
export function Handover({ providerId, handover }: HandoverProps) {
  const { t } = useTranslation('carrier-handovers')
  const format = useFormat()
  const { kind, status, number, pickup_on, ready_at, close_at, charged, expected, difference } = handover
  const money = (cost: CarrierHandover['charged']) => cost && format.money(cost.amount, cost.currency)
  return (
    <section aria-label={[t(`kind.${kind}`), number].filter(Boolean).join(' ')}>
      <Text size="sm" fw={600} mt="md">
        {t(`kind.${kind}`)} · <Moment at={handover.created_at} />
      </Text>
      <Facts label={t(`kind.${kind}`)}>
        <Fact label={t('state')}>
          <StatusBadge status={handoverLook(status, t)} />
        </Fact>
        <Fact label={t('number')}>{number}</Fact>
        <Fact label={t('labels')}>{format.number(handover.label_count)}</Fact>
        <Fact label={t('when')}>{pickup_on && `${format.day(pickup_on)}, ${ready_at} – ${close_at}`}</Fact>
        <Fact label={t('instruction')}>{handover.instruction}</Fact>
        <Fact label={t('charged')}>{money(charged)}</Fact>
        <Fact label={t('expected')}>{money(expected)}</Fact>
        <Fact label={t('difference')}>{difference && <Difference difference={difference} />}</Fact>
        <Fact label={t('error')} long>
          {handover.error}
        </Fact>
        <Fact label={t('reason')} long>
          {handover.reason}
        </Fact>
      </Facts>
      <Actions providerId={providerId} handover={handover} />
    </section>
  )
}

function Difference({ difference }: { difference: NonNullable<CarrierHandover['difference']> }) {
  const { t } = useTranslation('carrier-handovers')
  const format = useFormat()
  const amount = Number(difference.amount)
  const money = format.money(Math.abs(amount), difference.currency)
  return (
    <Text size="sm" c={amount > 0 ? 'red' : undefined}>
      {amount > 0 ? t('more', { money }) : t('less', { money })}
    </Text>
  )
}

function Actions({ providerId, handover }: HandoverProps) {
  const { t } = useTranslation('carrier-handovers')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)

  function close() {
    setOpened(false)
    void client.invalidateQueries({ queryKey: getCarrierHandoverShowQueryKey(providerId) })
  }

  return (
    <Group gap="xs" mt="xs">
      {handover.has_file && (
        <Button
          component="a"
          href={`/api/providers/${providerId}/carrier-handovers/${handover.id}/file`}
          target="_blank"
          variant="default"
          size="xs"
          leftSection={<IconFileDownload size={16} aria-hidden />}
        >
          {t('open')}
        </Button>
      )}
      {handover.can.cancel && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t('cancel.action')}
        </Button>
      )}
      {opened && (
        <Suspense>
          <ReasonDialog
            opened
            onClose={close}
            title={t('cancel.title')}
            label={t('cancel.label')}
            text={t('cancel.text')}
            action={t('cancel.action')}
            run={(reason) => carrierHandoverCancel(providerId, handover.id, { reason })}
          />
        </Suspense>
      )}
    </Group>
  )
}
