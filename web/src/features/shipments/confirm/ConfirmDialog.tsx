import { Alert, Anchor, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText, fieldTexts } from '@/api/errors'
import { shipmentQuote } from '@/api/generated/endpoints/quotes/quotes'
import type { Quote, Shipment, ShipmentPayment } from '@/api/schema'
import { AskCompany } from '@/blocks/AskCompany'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { OfferDuties, OfferHead, OfferWeight, useOfferTitle } from '@/shared/pricing/OfferFacts'
import { hasNoTable, isPriced } from '@/shared/pricing/offers'
import { Lines } from '@/shared/pricing/PriceLines'
import { useLineText } from '@/shared/pricing/useLineText'
import { AskForRate, WayOn } from '@/shared/pricing/WayOn'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { notifyUndo } from '@/ui/dialogs/undo'
import { useUndoEvent } from '../useUndoEvent'
import classes from './Confirm.module.css'
import PaymentSection, { useFunds } from './PaymentSection'
import PriceChanged from './PriceChanged'
import { useConfirmation } from './useConfirmation'

type Props = { opened: boolean; onClose(): void; shipment: Shipment }

/** Shows the price, and confirms at it. */
export default function ConfirmDialog({ opened, onClose, shipment }: Props) {
  const { t } = useTranslation(['shipment-confirm', 'common'])
  const isOpen = useOpened(opened)
  return (
    // Escape closes the dialog that lies on top, and no other.
    <Modal.Stack>
      <Modal
        stackId="confirm"
        opened={isOpen}
        onClose={onClose}
        title={t('title', { code: shipment.tracking_code })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {isOpen && <Body shipment={shipment} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  )
}

function Body({ shipment, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['shipment-confirm', 'shipments', 'common'])
  const { undoLast } = useUndoEvent()
  const [refused, setRefused] = useState<unknown>()
  const { id, version } = shipment
  const result = useQuery({
    queryKey: ['confirm-quote', id, version],
    queryFn: () => shipmentQuote(id, { options: null }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const quote = result.data?.data
  const confirmation = useConfirmation({
    onConfirmed(confirmed) {
      onClose()
      if (confirmed.can.record_event) {
        notifyUndo(t('shipments:confirm.done'), () => undoLast(confirmed.id, 'CONFIRMED'))
      } else notify.success(t('shipments:confirm.done'))
    },
    onRefused(error) {
      setRefused(error)
      // The price of now, with what is missing for it.
      void result.refetch()
    },
  })
  const total = quote?.offers.find(({ service_id }) => service_id === quote.service_id)?.total
  const funds = useFunds({ clientId: shipment.client_id, total, payment: confirmation.payment })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the money is there, or on its way
  useEffect(() => {
    const isThere = funds === 'there' || funds === 'awaited'
    if (isThere && codeOf(refused) === 'insufficient_funds') setRefused(undefined)
  }, [funds])
  const failure = refused ?? result.error
  return (
    <Stack gap="sm">
      {failure !== undefined && failure !== null && <Problems error={failure} id={id} />}
      {result.isFetching && <Skeleton h="10rem" radius="md" />}
      {quote && <Price shipment={shipment} quote={quote} />}
      {quote && (
        <Payment
          shipment={shipment}
          quote={quote}
          payment={confirmation.payment}
          onChoose={confirmation.choosePayment}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          data-autofocus
          disabled={!quote || result.isFetching}
          loading={confirmation.isPending}
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => void confirmation.confirm({ id, version }, quote?.id ?? null)}
        >
          {t('confirm')}
        </Button>
      </Group>
      <PriceChanged
        change={confirmation.change}
        isPending={confirmation.isPending}
        onClose={confirmation.forget}
        onAccept={() => void confirmation.accept({ id, version }, quote?.shipment.options ?? null)}
      />
    </Stack>
  )
}

type PriceProps = { shipment: Shipment; quote: Quote }

/** The service of the shipment with all its charges, or the reasons against it, before the server refuses it for them. */
function Price({ shipment, quote }: PriceProps) {
  const { t } = useTranslation('shipment-confirm')
  const { refusal } = useLineText()
  const title = useOfferTitle()
  // The quote names a service only with its price.
  const offer = quote.offers.find(({ service_id }) => service_id === shipment.service_id)
  if (!offer || (!isPriced(offer) && hasNoTable(offer))) return <Text size="sm">{t('withoutPrice')}</Text>
  if (!isPriced(offer)) {
    return (
      <div>
        <Text fw={600}>{title(offer)}</Text>
        {offer.refused.map((one) => (
          <Text key={`${one.code} ${one.value?.value}`} size="sm">
            {refusal(one)} <WayOn code={one.code} />
          </Text>
        ))}
        <AskForRate codes={offer.refused.map(({ code }) => code)} shipmentId={shipment.id} />
      </div>
    )
  }
  return (
    <div>
      <Text fw={600}>{title(offer)}</Text>
      <OfferHead offer={offer} />
      <Lines lines={offer.lines} total={offer.total} />
      <OfferDuties offer={offer} />
      <OfferWeight offer={offer} />
      <BelowCost offer={offer} />
    </div>
  )
}

type PaymentProps = {
  shipment: Shipment
  quote: Quote
  payment: ShipmentPayment | undefined
  onChoose(payment: ShipmentPayment): void
}

function Payment({ shipment: { client_id }, quote, payment, onChoose }: PaymentProps) {
  const { t } = useTranslation('shipment-payment')
  const { can } = useProfile()
  const total = quote.offers.find(({ service_id }) => service_id === quote.service_id)?.total
  if (!client_id || !total || !can['wallet.show']) return null
  return (
    <section aria-label={t('title')}>
      <Text fw={600}>{t('title')}</Text>
      <PaymentSection clientId={client_id} total={total} payment={payment} onChoose={onChoose} />
    </section>
  )
}

/** All reasons, each leading to the field that it is about. */
function Problems({ error, id }: { error: unknown; id: string }) {
  const { t } = useTranslation('shipment-confirm')
  const fields = Object.entries(fieldTexts(error))
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={fields.length > 0 ? t('refused') : errorText(error)}
    >
      {fields.length > 0 && (
        <ul className={classes.problems}>
          {fields.map(([field, text]) => (
            <li key={field}>
              <Anchor
                component={AppLink}
                c="inherit"
                size="sm"
                underline="always"
                to={`${paths['shipments.edit']({ id })}?focus=${field}`}
              >
                {text}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      {fields.length === 0 && codeOf(error) !== 'insufficient_funds' && <AskCompany shipmentId={id} />}
    </Alert>
  )
}
