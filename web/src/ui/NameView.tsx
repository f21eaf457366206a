import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useOpened } from '@/ui/dialogs/overlay'

type NameViewProps = {
  opened: boolean
  onClose(): void
  onSave(view: { name: string; shared: boolean }): Promise<unknown>
}

/** Asks what the view shall be called. */
export default function NameView({ opened, onClose, onSave }: NameViewProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('views.save')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <NameForm onClose={onClose} onSave={onSave} />
    </Modal>
  )
}

function NameForm({ onClose, onSave }: Omit<NameViewProps, 'opened'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setFailure(t('validation.required'))
    setSaving(true)
    try {
      await onSave({ name: name.trim(), shared })
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setSaving(false)
    }
  }

  return (
    <form onSubmit={save}>
      <Stack>
        <TextInput
          data-autofocus
          label={t('views.name')}
          value={name}
          error={failure}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('views.share')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Button type="submit" loading={saving} ml="auto">
          {t('save')}
        </Button>
      </Stack>
    </form>
  )
}
