import { Alert, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { inventoryFinish } from '@/api/generated/endpoints/stock/stock'
import { type Inventory, type InventoryDetails, InventoryStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useProfile } from '@/context/session'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { listUnsentCounts } from './count-queue'
import { refreshInventories } from './refresh'

type FinishDialogProps = { inventory: Inventory } & DialogState<InventoryDetails>

/** Ends the counting. Lines that nobody has counted stay as they are only if somebody says so. */
export default function FinishDialog({ inventory, opened, onClose, onChanged }: FinishDialogProps) {
  const { t } = useTranslation(['inventories', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('finish.title', { number: inventory.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Question inventory={inventory} onClose={onClose} {...(onChanged && { onChanged })} />
    </Modal>
  )
}

function Question({ inventory, onClose, onChanged }: Omit<FinishDialogProps, 'opened'>) {
  const { t } = useTranslation('inventories')
  const client = useQueryClient()
  const { id: userId } = useProfile()
  const [isLeft, setLeft] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id, status, line_count, counted } = inventory
  const left = status === InventoryStatus.Counting ? line_count - counted : 0
  const unsent = listUnsentCounts({ userId, inventoryId: id }).length

  async function finish() {
    setBusy(true)
    setFailure(undefined)
    setProblem(undefined)
    try {
      const { data } = await inventoryFinish(id, { not_counted: isLeft })
      refreshInventories(client, data)
      onChanged?.(data)
      notify.success(
        data.status === InventoryStatus.Recount
          ? t('finish.again', { count: data.to_recount })
          : t('finish.done'),
      )
      onClose()
    } catch (error) {
      const at = fieldTexts(error).not_counted
      if (at) setProblem(at)
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
    >
      <Stack>
        <Text size="sm">{t('finish.text')}</Text>
        {unsent > 0 && <Alert color="red">{t('finish.unsent', { count: unsent })}</Alert>}
        {left > 0 && (
          <Checkbox
            label={t('finish.left', { count: left })}
            checked={isLeft}
            error={problem}
            onChange={(event) => {
              setLeft(event.currentTarget.checked)
              setProblem(undefined)
            }}
          />
        )}
        <DialogEnd
          failure={failure}
          action={t('action.finish')}
          busy={busy}
          onClose={onClose}
          disabled={unsent > 0}
        />
      </Stack>
    </form>
  )
}
