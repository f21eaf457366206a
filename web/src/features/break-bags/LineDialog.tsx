import { Checkbox, Modal, Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { breakBagDamage, breakBagResolve } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag, BreakBagLine, DifferenceResolution } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { FileField } from '@/ui/fields/FileField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './BreakBags.module.css'
import type { LineWork } from './Lines'
import { refreshLines } from './refresh'

type LineProps = { broken: BreakBag; line: BreakBagLine; onClose(): void }

/** Settles a difference of a parcel, or says that it is damaged. */
export default function LineDialog({
  work,
  opened,
  ...props
}: LineProps & { work: LineWork; opened: boolean }) {
  const { t } = useTranslation(['break-bags', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={props.onClose}
      title={t(`${work}.title`, { code: props.line.code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        {work === 'resolve' ? <Settlement {...props} /> : <Damage {...props} />}
      </div>
    </Modal>
  )
}

type SettlementValues = { resolution: string | null; note: string | null; register: boolean }

function Settlement({ broken, line, onClose }: LineProps) {
  const { t } = useTranslation('break-bags')
  const { required } = useRules()
  const client = useQueryClient()
  const canRegister = broken.can.register && line.shipment_id === null && !line.is_registered
  const model = useResourceForm<SettlementValues, BreakBagLine>({
    name: `break-bag-line-${line.id}`,
    initial: { resolution: line.resolution ?? line.ways_to_settle[0] ?? null, note: null, register: true },
    validate: { resolution: required, note: required },
    submit: async ({ resolution, note, register }) => {
      const form = {
        resolution: resolution as DifferenceResolution,
        note: note ?? '',
        register: register && canRegister && resolution === 'accepted',
      }
      return (await breakBagResolve(broken.id, line.id, form)).data
    },
    onSaved() {
      refreshLines(client, broken.id)
      notify.success(t('resolve.done', { code: line.code }))
      onClose()
    },
  })
  const { text, choice, values, set } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.resolve')} onCancel={cancel}>
      <FormSection title={t(`finding.${line.finding}`)} text={t('resolve.text')}>
        <Select
          {...choice('resolution')}
          label={t('field.resolution')}
          withAsterisk
          allowDeselect={false}
          data={line.ways_to_settle.map((value) => ({ value, label: t(`resolution.${value}`) }))}
          data-autofocus
        />
        {canRegister && values.resolution === 'accepted' && (
          <Checkbox
            label={t('resolve.register')}
            description={t('resolve.registerText')}
            checked={values.register}
            onChange={(event) => set('register', event.currentTarget.checked)}
          />
        )}
        <Textarea
          {...text('note')}
          label={t('field.note')}
          description={t('resolve.noteText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
        />
      </FormSection>
    </ResourceForm>
  )
}

/** Bytes of a photo. */
const MOST_BYTES = 10 * 1024 * 1024

type DamageValues = { note: string | null }

function Damage({ broken, line, onClose }: LineProps) {
  const { t } = useTranslation('break-bags')
  const { required } = useRules()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const model = useResourceForm<DamageValues, BreakBagLine>({
    name: `break-bag-damage-${line.id}`,
    initial: { note: line.damage_note },
    validate: { note: (note) => (file === null ? required(note) : null) },
    submit: async ({ note }) => {
      const form = { ...(note && { note }), ...(file && { file }) }
      return (await breakBagDamage(broken.id, line.id, form)).data
    },
    onSaved() {
      refreshLines(client, broken.id)
      notify.success(t('damage.done', { code: line.code }))
      onClose()
    },
  })
  const { text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.damage')} onCancel={cancel}>
      <FormSection title={t('damage.section')} text={t('damage.text')}>
        <Textarea
          {...text('note')}
          label={t('field.damage')}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
        />
        <FileField
          label={t('photo')}
          text={t('damage.photoText')}
          accept="image/jpeg,image/png"
          maxBytes={MOST_BYTES}
          value={file}
          onChange={setFile}
        />
      </FormSection>
    </ResourceForm>
  )
}
