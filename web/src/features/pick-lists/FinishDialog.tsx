import { Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { pickListFinish } from '@/api/generated/endpoints/stock/stock'
import type { PickList, PickListDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { refreshPickLists } from './refresh'

type FinishDialogProps = { list: PickList } & DialogState<PickListDetails>

/** Ends a list. One with missing goods needs a reason. */
export default function FinishDialog({ list, opened, onClose, onChanged }: FinishDialogProps) {
  const { t } = useTranslation(['pick-lists', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('finish.title', { number: list.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Question list={list} onClose={onClose} {...(onChanged && { onChanged })} />
    </Modal>
  )
}

function Question({ list, onClose, onChanged }: Omit<FinishDialogProps, 'opened'>) {
  const { t } = useTranslation(['pick-lists', 'common'])
  const format = useFormat()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const missing = list.quantity - list.picked + list.returned

  async function finish() {
    if (missing > 0 && !reason.trim()) return setProblem(t('common:validation.required'))
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await pickListFinish(list.id, {
        reason: reason.trim() || null,
        version: list.version,
      })
      refreshPickLists(client, data)
      onChanged?.(data)
      notify.success(t('finish.done'))
      onClose()
    } catch (error) {
      const at = fieldTexts(error).reason
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
        <Text size="sm">
          {missing > 0 ? t('finish.short', { number: format.number(missing) }) : t('finish.text')}
        </Text>
        {missing > 0 && (
          <Textarea
            label={t('field.reason')}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(undefined)
            }}
            error={problem}
            withAsterisk
            maxLength={500}
            rows={3}
            data-autofocus
          />
        )}
        <DialogEnd failure={failure} action={t('action.finish')} busy={busy} onClose={onClose} />
      </Stack>
    </form>
  )
}
