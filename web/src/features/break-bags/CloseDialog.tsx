import { Alert, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { breakBagClose } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag, BreakBagNextStep } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { refreshBreakBags } from './refresh'

type CloseProps = { broken: BreakBag } & DialogState<BreakBag>

const STEPS: BreakBagNextStep[] = ['receiving', 'delivery']

/** Asks where the parcels go on, and closes a break-bag. */
export default function CloseDialog({ broken, opened, onClose, onChanged }: CloseProps) {
  const { t } = useTranslation(['break-bags', 'common'])
  const client = useQueryClient()
  const [step, setStep] = useState<BreakBagNextStep>('receiving')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function close() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await breakBagClose(broken.id, { next_step: step, version: broken.version })
      refreshBreakBags(client, data)
      onChanged?.(data)
      notify.success(t('close.done', { number: broken.number }))
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('close.title', { number: broken.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Text size="sm">{t('close.text')}</Text>
        {broken.short_count > 0 && (
          <Alert color="orange">{t('close.short', { count: broken.short_count })}</Alert>
        )}
        <Radio.Group
          label={t('close.where')}
          value={step}
          onChange={(value) => setStep(value as BreakBagNextStep)}
        >
          <Stack gap="xs" mt="xs">
            {STEPS.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`step.${value}`)}
                description={t(`stepText.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <DialogEnd
          failure={failure}
          action={t('action.close')}
          busy={busy}
          onClose={onClose}
          onAction={() => void close()}
        />
      </Stack>
    </Modal>
  )
}
