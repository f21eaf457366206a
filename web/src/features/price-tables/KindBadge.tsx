import { IconReceipt, IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceTableKind } from '@/api/schema'
import { StatusBadge } from '@/ui/StatusBadge'

/** Whether a table has the company's prices or a carrier's. */
export function KindBadge({ kind }: { kind: PriceTableKind }) {
  const { t } = useTranslation('price-tables')
  const look = kind === 'sell' ? { color: 'blue', icon: IconTag } : { color: 'grape', icon: IconReceipt }
  return <StatusBadge status={{ ...look, label: t(`kind.${kind}`) }} />
}
