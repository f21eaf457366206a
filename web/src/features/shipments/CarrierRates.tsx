import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { carrierLabelCreate, useCarrierLabelRates } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentCarrierRate } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'

type CarrierRatesProps = { shipment: string; canBuy: boolean; onClose(): void }

/** The rates of a carrier beside the price of the shipment; one of them can be bought. */
export default function CarrierRates({ shipment, canBuy, onClose }: CarrierRatesProps) {
  const { t } = useTranslation(['carrier-labels', 'common'])
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={t('rates.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Rates shipment={shipment} canBuy={canBuy} onClose={onClose} />
    </Modal>
  )
}

function Rates({ shipment, canBuy, onClose }: CarrierRatesProps) {
  const { t } = useTranslation('carrier-labels')
  const format = useFormat()
  // Rates are those of now, and asking costs the carrier time.
  const result = useCarrierLabelRates(shipment, { query: { gcTime: 0, staleTime: 0, retry: false } })
  const { mutate: buy, isPending } = useMutation({
    mutationFn: ({ service, cost }: ShipmentCarrierRate) =>
      carrierLabelCreate(shipment, { service, expected: cost }),
    onSuccess: () => {
      notify.info(t('ordered'))
      onClose()
    },
    onError: notify.failure,
  })
  if (result.error) return <LoadFailure title={t('rates.failed')} result={result} />
  if (!result.data) return <Skeleton h="10rem" radius="md" />
  const { price, rates, notes } = result.data.data
  return (
    <Stack gap="sm">
      {price && (
        <Text size="sm">{t('rates.price', { money: format.money(price.amount, price.currency) })}</Text>
      )}
      {rates.length === 0 && <Text size="sm">{t('rates.none')}</Text>}
      {rates.map((rate) => (
        <Rate
          key={`${rate.carrier_name} ${rate.service}`}
          rate={rate}
          onBuy={canBuy ? () => buy(rate) : undefined}
          isPending={isPending}
        />
      ))}
      {notes.length > 0 && <Alert color="orange">{notes.join(' · ')}</Alert>}
    </Stack>
  )
}

type RateProps = { rate: ShipmentCarrierRate; onBuy: (() => void) | undefined; isPending: boolean }

function Rate({ rate, onBuy, isPending }: RateProps) {
  const { t } = useTranslation('carrier-labels')
  const format = useFormat()
  const { carrier_name, service, cost, transit_days, estimated_on } = rate
  const when = [
    transit_days !== null && t('rates.days', { count: transit_days }),
    estimated_on && format.day(estimated_on),
  ]
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600}>
          {format.money(cost.amount, cost.currency)}
        </Text>
        <Text size="sm">{[carrier_name, service].join(' · ')}</Text>
        <Text size="xs" c="dimmed">
          {when.filter(Boolean).join(' · ')}
        </Text>
      </div>
      {onBuy && (
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          aria-label={t('rates.buy', { service })}
          onClick={onBuy}
        >
          {t('buy.action')}
        </Button>
      )}
    </Group>
  )
}
