import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  masterArrive,
  masterDeliver,
  masterDepart,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Master } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useFormat } from '@/ui/format'
import { fromWall, zoneName } from '@/ui/time/wall-time'
import classes from './Masters.module.css'
import { refreshMasters } from './refresh'
import { wayOf } from './way'

const SEND = { depart: masterDepart, arrive: masterArrive, deliver: masterDeliver }

type MomentProps = { master: Master; step: keyof typeof SEND } & DialogState<Master>

/** Asks when a master left, arrived or was handed over. */
export default function MomentDialog({ master, step, opened, onClose, onChanged }: MomentProps) {
  const { t } = useTranslation(['masters', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t(`${step}.title`, { number: master.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <MomentForm master={master} step={step} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type MomentValues = { at: string | null }

function MomentForm({ master, step, onClose, onChanged }: Omit<MomentProps, 'opened'>) {
  const { t, i18n } = useTranslation('masters')
  const { preferences } = useFormat()
  const client = useQueryClient()
  const zone = preferences.timeZone
  const model = useResourceForm<MomentValues, Master>({
    name: `master-${step}-${master.id}`,
    initial: { at: null },
    submit: async ({ at }) => {
      const moment = at === null ? null : (fromWall(at, zone)?.toISOString() ?? null)
      return (await SEND[step](master.id, { at: moment, version: master.version })).data
    },
    onSaved(saved) {
      refreshMasters(client, saved)
      onChanged?.(saved)
      notify.success(t(`${step}.done`, { number: saved.number }))
      onClose()
    },
  })
  const { text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(`action.${step}`)} onCancel={cancel}>
      <FormSection title={wayOf(master)} text={t(`${step}.text`)}>
        <TextInput
          {...text('at')}
          type="datetime-local"
          label={t('field.at')}
          description={t('atText', { zone: zoneName(zone, i18n.language) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data-autofocus
        />
      </FormSection>
    </ResourceForm>
  )
}
