import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'

/** What a chosen client has to spend, where the user may see it: nobody finds it out at the last click. */
export function ClientBalance({ clientId }: { clientId: string | null }) {
  const { t } = useTranslation('client-balance')
  const format = useFormat()
  const { can } = useProfile()
  const isShown = clientId !== null && can['wallet.show'] === true
  const result = useWalletShow(clientId ?? '', { query: { enabled: isShown } })
  if (!isShown) return null
  const balances = result.data?.data.balances ?? []
  const line = balances.map(({ balance, credit_limit, available, currency }) =>
    Number(credit_limit) > 0
      ? t('withCredit', {
          balance: format.money(balance, currency),
          available: format.money(available, currency),
        })
      : t('balance', { balance: format.money(balance, currency) }),
  )
  // Its line has its place from the start.
  return (
    <Text size="sm" c="dimmed" mih="1.55em">
      {line.join(' · ')}
    </Text>
  )
}
