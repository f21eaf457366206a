import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { regulatoryRequestRecord } from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRecordKind, RegulatoryRequest } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { refreshRegulatory } from '@/shared/regulatory/refresh'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'

type RecordDialogProps = {
  request: RegulatoryRequest
  /** The event to record. */
  kind: RegulatoryRecordKind
} & DialogState<RegulatoryRequest>

/** Records what happened at the authority: a protocol, a demand, its answer or a refusal. */
export function RecordDialog({ opened, ...dialog }: RecordDialogProps) {
  const { t } = useTranslation(['regulatory-requests', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={dialog.onClose}
      title={t(`record.action.${dialog.kind}`)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Fields {...dialog} />
    </Modal>
  )
}

function Fields({ request, kind, onClose, onChanged }: Omit<RecordDialogProps, 'opened'>) {
  const { t } = useTranslation(['regulatory-requests', 'common'])
  const client = useQueryClient()
  const [values, setValues] = useState({ protocol_no: '', text: '', due_on: '' })
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const errors: Partial<Record<string, string>> = failure === undefined ? {} : fieldTexts(failure)
  const isAtField = Object.keys(errors).length > 0

  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })

  async function save() {
    setBusy(true)
    try {
      const { protocol_no, text, due_on } = values
      const form = {
        step: kind,
        protocol_no: protocol_no || null,
        text: text || null,
        due_on: due_on || null,
      }
      const { data } = await regulatoryRequestRecord(request.id, form)
      refreshRegulatory(client, data)
      onChanged?.(data)
      onClose()
      notify.success(t(`record.done.${kind}`))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack>
        {kind === 'file' ? (
          <TextInput
            {...field('protocol_no')}
            label={t('field.protocol_no')}
            withAsterisk
            maxLength={40}
            data-autofocus
          />
        ) : (
          <Textarea
            {...field('text')}
            label={t(`record.text.${kind}`)}
            withAsterisk={kind !== 'answer'}
            maxLength={2000}
            rows={4}
            data-autofocus
          />
        )}
        {kind === 'demand' && (
          <DayField
            value={values.due_on}
            error={errors.due_on}
            onChange={(due_on) => setValues({ ...values, due_on })}
            label={t('field.demand_due_on')}
            withAsterisk
          />
        )}
        {failure !== undefined && !isAtField && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('record.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
