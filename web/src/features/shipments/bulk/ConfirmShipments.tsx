import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { shipmentConfirm } from '@/api/generated/endpoints/shipments/shipments'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { EachDialog } from './EachDialog'
import { type Selected, shipmentsOf } from './selected'
import { useEach } from './useEach'

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
  const { t } = useTranslation(['shipments', 'common'])
  const format = useFormat()
  const each = useEach({
    verb: 'confirm',
    targets: () => shipmentsOf(selection, filter),
    onDone: onConfirmed,
    onOnly() {
      onClose()
      notify.success(t('confirm.done'))
    },
  })
  const left = selection.all ? 0 : selection.rows.filter(({ can }) => !can.confirm).length
  return (
    <EachDialog
      opened={opened}
      onClose={onClose}
      title={t('confirm.title', { count, number: format.number(count) })}
      verb="confirm"
      each={each}
    >
      <Stack>
        <Text size="sm">{t('confirm.text')}</Text>
        {left > 0 && <Alert color="orange">{t('confirm.left', { count: left })}</Alert>}
        {each.failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(each.failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            data-autofocus
            disabled={!selection.all && left === count}
            leftSection={<IconCircleCheck size={16} aria-hidden />}
            onClick={() => void each.run(({ id, version }) => shipmentConfirm(id, { version }))}
          >
            {t('action.confirmMany')}
          </Button>
        </Group>
      </Stack>
    </EachDialog>
  )
}
