import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShipmentMismatch } from '@/api/schema'
import { useFormat } from '@/ui/format'

type MismatchesProps = { mismatches: ShipmentMismatch[]; currency: string | null }

/** Figures that do not agree: to be checked, though nothing refuses them. */
export function Mismatches({ mismatches, currency }: MismatchesProps) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  if (mismatches.length === 0) return null
  const shown = (kind: ShipmentMismatch['kind'], figure: string) =>
    kind === 'value_of_items' ? format.money(figure, currency) : format.weight(Number(figure))
  return (
    <Alert color="yellow" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
      {mismatches.map(({ kind, stated, counted }) => (
        <div key={kind}>
          {t(`mismatch.${kind}`, { stated: shown(kind, stated), counted: shown(kind, counted) })}
        </div>
      ))}
    </Alert>
  )
}
