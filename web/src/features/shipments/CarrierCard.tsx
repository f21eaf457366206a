import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconBan, IconFileDownload, IconReceipt2, IconShoppingCart } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  carrierLabelCancel,
  carrierLabelCreate,
  getCarrierLabelShowQueryKey,
} from '@/api/generated/endpoints/shipments/shipments'
import { type CarrierLabel, CarrierLabelStatus, type ShipmentCarrier } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { carrierLabelLook } from './carrier-status'

const CarrierRates = lazy(() => onceOnline(() => import('./CarrierRates')))
const ReasonDialog = lazy(() =>
  onceOnline(() => import('@/ui/dialogs/ReasonDialog').then((file) => ({ default: file.ReasonDialog }))),
)

type CarrierCardProps = {
  /** Its id. */
  shipment: string
  carrier: ShipmentCarrier
}

/** Who carries the last mile of a shipment, its labels, and the way to a new one. */
export default function CarrierCard({ shipment, carrier }: CarrierCardProps) {
  const { t } = useTranslation('carrier-labels')
  const { provider_name, service, labels } = carrier
  return (
    <PageCard title={t('title')}>
      <Facts label={t('title')}>
        <Fact label={t('provider')}>{provider_name}</Fact>
        <Fact label={t('service')}>{labels.length === 0 && service}</Fact>
      </Facts>
      {labels.map((label) => (
        <Label key={label.id} shipment={shipment} label={label} />
      ))}
      <Actions shipment={shipment} carrier={carrier} />
    </PageCard>
  )
}

const CURRENT: CarrierLabelStatus[] = [CarrierLabelStatus.Bought, CarrierLabelStatus.Cancelling]
const UNANSWERED: CarrierLabelStatus[] = [
  CarrierLabelStatus.Waiting,
  CarrierLabelStatus.Asked,
  CarrierLabelStatus.Cancelling,
]
/** The reason of the server for labels of shipments that were canceled; others are in the words of people. */
const SHIPMENT_CANCELLED = 'CANCELLED'

function Label({ shipment, label }: { shipment: string; label: CarrierLabel }) {
  const { t } = useTranslation('carrier-labels')
  const format = useFormat()
  const { status, service, tracking_number, tracking_url, charged, expected, difference } = label
  const money = (cost: CarrierLabel['charged']) => cost && format.money(cost.amount, cost.currency)
  return (
    <>
      <Facts label={tracking_number ?? service}>
        <Fact label={t('state')}>
          <StatusBadge status={carrierLabelLook(status, t)} />
        </Fact>
        <Fact label={t('service')}>{service}</Fact>
        <Fact label={t('number')}>
          {tracking_url ? (
            <Anchor href={tracking_url} target="_blank" rel="noreferrer" size="sm">
              {tracking_number}
            </Anchor>
          ) : (
            tracking_number
          )}
        </Fact>
        <Fact label={t('charged')}>{money(charged)}</Fact>
        <Fact label={t('expected')}>{money(expected)}</Fact>
        <Fact label={t('difference')}>{difference && <Difference difference={difference} />}</Fact>
        <Fact label={t('tracked')}>{label.tracked_at && <Moment at={label.tracked_at} relative />}</Fact>
        <Fact label={t('error')} long>
          {label.error}
        </Fact>
        <Fact label={t('reason')} long>
          {label.reason === SHIPMENT_CANCELLED ? t('shipmentCancelled') : label.reason}
        </Fact>
      </Facts>
      {UNANSWERED.includes(status) && (
        <Text size="xs" c="dimmed">
          {t('unanswered')}
        </Text>
      )}
      {label.has_file && CURRENT.includes(status) && (
        <Button
          component="a"
          href={`/api/shipments/${shipment}/carrier-label/file`}
          target="_blank"
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconFileDownload size={16} aria-hidden />}
        >
          {t('open')}
        </Button>
      )}
    </>
  )
}

function Difference({ difference }: { difference: NonNullable<CarrierLabel['difference']> }) {
  const { t } = useTranslation('carrier-labels')
  const format = useFormat()
  const amount = Number(difference.amount)
  const money = format.money(Math.abs(amount), difference.currency)
  return (
    <Text size="sm" c={amount > 0 ? 'red' : undefined}>
      {amount > 0 ? t('more', { money }) : t('less', { money })}
    </Text>
  )
}

function Actions({ shipment, carrier }: CarrierCardProps) {
  const { t } = useTranslation('carrier-labels')
  const client = useQueryClient()
  const [opened, setOpened] = useState<'rates' | 'cancel'>()
  const refresh = () => void client.invalidateQueries({ queryKey: getCarrierLabelShowQueryKey(shipment) })
  const { mutate: buy, isPending } = useMutation({
    mutationFn: () => carrierLabelCreate(shipment, { service: null, expected: null }),
    onSuccess: () => notify.info(t('ordered')),
    onError: notify.failure,
    onSettled: refresh,
  })
  const { can, service, labels } = carrier
  const isAsked = labels.some(
    ({ status }) => status === CarrierLabelStatus.Waiting || status === CarrierLabelStatus.Asked,
  )

  async function order() {
    const sure = await confirm({ title: t('buy.title'), text: t('buy.text'), action: t('buy.action') })
    if (sure) buy()
  }

  function close() {
    setOpened(undefined)
    refresh()
  }

  return (
    <Group gap="xs" mt="sm">
      {can.create && (service || isAsked) && (
        <Button
          variant="default"
          leftSection={<IconShoppingCart size={16} aria-hidden />}
          loading={isPending}
          onClick={() => (isAsked ? buy() : void order())}
        >
          {isAsked ? t('again') : t('buy.action')}
        </Button>
      )}
      {can.rates && !isAsked && (
        <Button
          variant="default"
          leftSection={<IconReceipt2 size={16} aria-hidden />}
          onClick={() => setOpened('rates')}
        >
          {t('rates.action')}
        </Button>
      )}
      {can.cancel && (
        <Button
          variant="default"
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={() => setOpened('cancel')}
        >
          {t('cancel.action')}
        </Button>
      )}
      {opened === 'rates' && (
        <Suspense>
          <CarrierRates shipment={shipment} canBuy={can.create} onClose={close} />
        </Suspense>
      )}
      {opened === 'cancel' && (
        <Suspense>
          <ReasonDialog
            opened
            onClose={close}
            title={t('cancel.title')}
            label={t('cancel.label')}
            text={t('cancel.text')}
            action={t('cancel.action')}
            run={(reason) => carrierLabelCancel(shipment, { reason })}
          />
        </Suspense>
      )}
    </Group>
  )
}
