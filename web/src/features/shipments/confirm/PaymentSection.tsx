import { Alert, Button, Radio, Skeleton, Text } from '@mantine/core'
import { IconHourglass, IconPlus, IconWallet } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import { type Deposit, DepositStatus, type PriceMoney, type ShipmentPayment, type Wallet } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useLastDeposits } from '@/shared/wallet/Deposits'
import { decimalsOf, useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { type Funds, fundsOf, isOnItsWay, missingWith, needOf } from './payment'

const AddFunds = lazy(() => onceOnline(() => import('@/shared/wallet/AddFunds')))

type PaymentSectionProps = {
  clientId: string
  total: PriceMoney
  /** The chosen way; none before the user chooses one. */
  payment: ShipmentPayment | undefined
  onChoose(payment: ShipmentPayment): void
}

/** What the payment is shown from; nothing is asked for a shipment without a client. */
export function usePayment(clientId: string | null | undefined) {
  const { can } = useProfile()
  const isAsked = Boolean(clientId) && can['wallet.show'] === true
  const result = useWalletShow(clientId ?? '', { query: { enabled: isAsked } })
  const { deposits, isLoading } = useLastDeposits(clientId ?? '', isAsked)
  return { result, deposits, isLoading: result.isLoading || isLoading }
}

type FundsOptions = {
  clientId: string | null | undefined
  total: PriceMoney | null | undefined
  payment: ShipmentPayment | undefined
}

/** Follows the money for a price: a refusal for want of it does not outlive its reason. Undefined while unknown. */
export function useFunds({ clientId, total, payment }: FundsOptions): Funds | undefined {
  const { result, deposits } = usePayment(clientId)
  const wallet = result.data?.data
  if (!wallet || !total) return undefined
  return fundsOf(wallet, total, { payment, waiting: waitingOf(deposits, total.currency) })
}

/** The newest deposit that waits for confirmation. */
const waitingOf = (deposits: Deposit[], currency: string) =>
  deposits.find((one) => one.status === DepositStatus.Waiting && one.currency === currency)?.amount

/** How the client pays: what its wallet and credit hold, what is missing, and the way to add it without leaving. */
export default function PaymentSection(props: PaymentSectionProps) {
  const { t } = useTranslation('shipment-payment')
  const { result, deposits, isLoading } = usePayment(props.clientId)
  const wallet = result.data?.data
  if (!wallet && result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!wallet || isLoading) return <Skeleton h="6rem" radius="md" />
  return <Ways {...props} wallet={wallet} waiting={waitingOf(deposits, props.total.currency)} />
}

type WaysProps = PaymentSectionProps & { wallet: Wallet; waiting: string | undefined }

function Ways({ wallet, total, payment, onChoose, waiting }: WaysProps) {
  const { t } = useTranslation('shipment-payment')
  const need = needOf(wallet, total)
  const way = payment ?? need.proposed
  const missing = missingWith(way, need, total, decimalsOf(total.currency))
  return (
    <>
      <Radio.Group
        aria-label={t('title')}
        value={way}
        onChange={(chosen) => {
          const known = need.ways.find((one) => one === chosen)
          if (known) onChoose(known)
        }}
      >
        {need.ways.map((one) => (
          <Way key={one} way={one} wallet={wallet} total={total} />
        ))}
      </Radio.Group>
      {missing && (
        <Missing
          wallet={wallet}
          missing={missing}
          currency={total.currency}
          isPaid={isOnItsWay(missing, waiting)}
        />
      )}
      {waiting && <Waiting amount={waiting} currency={total.currency} />}
    </>
  )
}

type WayProps = { way: ShipmentPayment; wallet: Wallet; total: PriceMoney }

function Way({ way, wallet, total: { currency } }: WayProps) {
  const { t } = useTranslation('shipment-payment')
  const format = useFormat()
  const balance = wallet.balances.find((one) => one.currency === currency)
  const amount = (text: string | undefined) => format.money(text ?? '0', currency)
  const days = wallet.payment_terms_days
  const text =
    way === 'wallet'
      ? t('balance', { amount: amount(balance?.balance) })
      : days === null
        ? t('credit', { amount: amount(balance?.available) })
        : t('creditDays', { amount: amount(balance?.available), count: days })
  return <Radio value={way} my={6} label={t(`way.${way}`)} description={text} />
}

type MissingProps = {
  wallet: Wallet
  missing: string
  currency: string
  /** A deposit of it waits for confirmation. */
  isPaid: boolean
}

function Missing({ wallet, missing, currency, isPaid }: MissingProps) {
  const { t } = useTranslation('shipment-payment')
  const format = useFormat()
  const { is_outside } = useProfile()
  const [opened, setOpened] = useState(false)
  // What the dialog was opened for: the balance can change meanwhile.
  const [asked, setAsked] = useState<string>()
  const amount = format.money(missing, currency)
  function open() {
    setAsked(missing)
    setOpened(true)
  }
  return (
    <>
      {/* Nothing is missing any more once it is reported: what waits says how it goes on. */}
      {!isPaid && (
        <Alert
          color="yellow"
          icon={<IconWallet aria-hidden />}
          title={t('missing', { amount })}
          mt="xs"
          role="status"
        >
          <Text size="sm" mb={wallet.can.deposit ? 'xs' : 0}>
            {is_outside ? t('missingText') : t('missingStaff', { name: wallet.client_name })}
          </Text>
          {wallet.can.deposit && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
              {t('add', { amount })}
            </Button>
          )}
        </Alert>
      )}
      {asked && (
        <Suspense>
          <AddFunds
            wallet={wallet}
            missing={{ amount: asked, currency }}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Waiting({ amount, currency }: { amount: string; currency: string }) {
  const { t } = useTranslation('shipment-payment')
  const format = useFormat()
  return (
    <Alert color="gray" icon={<IconHourglass aria-hidden />} mt="xs" role="status">
      {t('waiting', { amount: format.money(amount, currency) })}
    </Alert>
  )
}
