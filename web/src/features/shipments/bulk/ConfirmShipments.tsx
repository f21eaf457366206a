import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { shipmentConfirm } from '@/api/generated/endpoints/shipments/shipments'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { useFormat } from '@/ui/format'
import { type Selected, shipmentsOf } from './selected'
import { useEach, useEachReport } from './useEach'

type ConfirmShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter: Parameters<typeof shipmentsOf>[1]
  /** After some were confirmed. */
  onConfirmed?(): void
}

/** Confirms one by one, and says what became of each. Incomplete ones are left as they are. */
export default function ConfirmShipments(props: ConfirmShipmentsProps) {
  const { opened, onClose, selection, filter, onConfirmed } = props
  const { count } = selection
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const run = useEach({
    verb: 'confirm',
    targets: () => shipmentsOf(selection, filter),
    call: ({ id, version }) => shipmentConfirm(id, { version }),
    onDone: onConfirmed,
    onlyText: t('confirm.done'),
  })
  const left = selection.all ? 0 : selection.rows.filter(({ can }) => !can.confirm).length
  return (
    <BulkDialog
      opened={opened}
      onClose={onClose}
      title={t('confirm.title', { count, number: format.number(count) })}
      action={{
        label: t('action.confirmMany'),
        icon: IconCircleCheck,
        disabled: !selection.all && left === count,
      }}
      focus="action"
      run={run}
      report={useEachReport('confirm')}
    >
      <Text size="sm">{t('confirm.text')}</Text>
      {left > 0 && <Alert color="orange">{t('confirm.left', { count: left })}</Alert>}
    </BulkDialog>
  )
}
