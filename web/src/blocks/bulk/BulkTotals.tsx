import { Text } from '@mantine/core'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'

type BulkTotalsProps = { label: string; amounts: Parameters<typeof sumsOf>[0] }

/** What the chosen records are worth, for each currency. */
export function BulkTotals({ label, amounts }: BulkTotalsProps) {
  return (
    <Text size="sm" fw={600}>
      {label}:{' '}
      {sumsOf(amounts).map(({ currency, amount }, at) => (
        <span key={currency}>
          {at > 0 && ' · '}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </Text>
  )
}
