import { Alert, Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { reweighDecide } from '@/api/generated/endpoints/receiving/receiving'
import { type Reweigh, type ReweighRuling, ReweighStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { refreshReweighs } from './refresh'

const RULINGS: ReweighRuling[] = ['withdraw', 'keep']

type DecideDialogProps = { reweigh: Reweigh } & DialogState<Reweigh>

/** Staff decide whether the client or the scale is right. */
export default function DecideDialog({ opened, ...dialog }: DecideDialogProps) {
  const { t } = useTranslation(['reweighs', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={dialog.onClose}
      title={t('decide.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Fields {...dialog} />
    </Modal>
  )
}

function Fields({ reweigh, onClose, onChanged }: Omit<DecideDialogProps, 'opened'>) {
  const { t } = useTranslation(['reweighs', 'common'])
  const client = useQueryClient()
  const [ruling, setRuling] = useState<ReweighRuling>()
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const refused: Partial<Record<string, string>> = failure === undefined ? {} : fieldTexts(failure)
  const required = t('common:validation.required')

  async function decide(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!ruling || !reason.trim()) return
    setBusy(true)
    setFailure(undefined)
    try {
      const form = { ruling, reason: reason.trim(), version: reweigh.version }
      const { data } = await reweighDecide(reweigh.id, form)
      refreshReweighs(client, data)
      onChanged?.(data)
      onClose()
      notify.success(t(data.status === ReweighStatus.Held ? 'decide.waits' : 'decide.done'))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void decide(event)}>
      <Stack>
        {reweigh.dispute && <Text size="sm">{reweigh.dispute}</Text>}
        <Radio.Group
          label={t('decide.question')}
          withAsterisk
          value={ruling ?? ''}
          error={isTried && !ruling && required}
          onChange={(chosen) => setRuling(chosen as ReweighRuling)}
        >
          <Stack gap="xs" mt="xs">
            {RULINGS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`decide.${one}`)}
                description={t(`decide.after.${one}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('field.reason')}
          description={t('decide.reasonHint')}
          withAsterisk
          required
          rows={3}
          maxLength={500}
          value={reason}
          error={refused.reason ?? (isTried && !reason.trim() && required)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failure !== undefined && !refused.reason && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('decide.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
