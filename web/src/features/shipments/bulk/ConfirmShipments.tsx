import { Alert, Button, Text } from '@mantine/core'
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { shipmentConfirmMany, shipmentConfirmPreview } from '@/api/generated/endpoints/shipments/shipments'
import type { ConfirmPreviewRow, ShipmentFilter } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { refusalCodesOf, WaysOn } from '@/shared/pricing/WayOn'
import { missingText } from '@/shared/shipments/missing-fields'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { Preview } from './Preview'
import { QuestionRows } from './QuestionRows'
import { Losses, RowPrice } from './RowPrice'
import { askedOf, type Selected } from './selected'
import { lineOf, useResults } from './useResults'
import { WalletEffects } from './WalletEffects'

type ConfirmShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter: ShipmentFilter
  /** After some were confirmed. */
  onConfirmed?(): void
  /** Prints the labels of those that were confirmed; for those who may print. */
  onPrint?(ids: string[]): void
}

/** Names the price of each shipment and what the wallets pay, and confirms at these prices in one call. */
export default function ConfirmShipments(props: ConfirmShipmentsProps) {
  const { opened, onClose, selection, filter, onConfirmed, onPrint } = props
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  const format = useFormat()
  const asked = askedOf(selection, filter)
  const preview = useQuery({
    queryKey: ['confirm-preview', asked],
    queryFn: () => shipmentConfirmPreview(asked),
    enabled: opened,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const rows = preview.data?.data.shipments ?? []
  const ready = rows.filter((row) => row.message_code === null)
  const left = rows.filter((row) => row.message_code !== null)
  // The same call again, after an answer that was lost, confirms once.
  const { dataUpdatedAt } = preview
  // biome-ignore lint/correctness/useExhaustiveDependencies: other prices are another question
  const key = useMemo(() => uuidV7(), [dataUpdatedAt])
  const results = useResults({
    verb: 'confirm',
    onDone: onConfirmed,
    more: (done, close) =>
      onPrint && (
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => {
            close()
            onPrint(done.map(({ id }) => id))
          }}
        >
          {t('shipment-bulk:print.number', { count: done.length })}
        </Button>
      ),
  })

  const reason = ({ message_code, message, params }: ConfirmPreviewRow) => {
    const missing = (params as { missing?: string[] } | null)?.missing
    if (missing) return t('refused.missing', { fields: missingText(missing, t) })
    return codeText(message_code, (params ?? {}) as Record<string, unknown>, message ?? '')
  }

  const leftLine = (row: ConfirmPreviewRow): BulkResult => ({
    ...lineOf({ ...row, done: false, unchanged: true, event_id: null }, reason(row)),
  })

  async function run() {
    const shipments = ready.map(({ id, version, total }) => ({ id, version, total }))
    const { data } = await shipmentConfirmMany({ shipments, key })
    return results.take(data, left.map(leftLine))
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={onClose}
      title={t('shipment-bulk:confirm.title', {
        count: selection.count,
        number: format.number(selection.count),
      })}
      action={{
        label: t('shipment-bulk:confirm.action', {
          count: ready.length,
          number: format.number(ready.length),
        }),
        icon: IconCircleCheck,
        disabled: ready.length === 0,
      }}
      run={run}
      report={results.report}
    >
      <Preview result={preview}>
        <BulkTotals label={t('shipment-bulk:money.total')} amounts={preview.data?.data.totals ?? []} />
        <Losses rows={ready} />
        <WalletEffects wallets={preview.data?.data.wallets ?? []} />
        <QuestionRows
          label={t('shipment-bulk:money.prices')}
          rows={[...left, ...ready]}
          tell={(row) => (row.message_code === null ? <RowPrice {...row} /> : reason(row))}
        />
        {left.length > 0 && (
          <Alert color="orange">
            {t('shipment-bulk:confirm.left', { count: left.length })}
            <WaysOn codes={left.flatMap(({ params }) => refusalCodesOf(params))} />
          </Alert>
        )}
        <Text size="sm">{t('shipment-bulk:confirm.text')}</Text>
      </Preview>
    </BulkDialog>
  )
}
