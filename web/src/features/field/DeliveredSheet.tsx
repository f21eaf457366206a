import { Alert, Button, Drawer, FileInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldStop, ReceiverKind } from '@/api/schema'
import type { useRecording } from './useRecording'

const RECEIVERS: ReceiverKind[] = ['self', 'family', 'neighbour', 'reception', 'other']

type SheetProps = {
  opened: boolean
  onClose(): void
  stop: FieldStop
  recording: ReturnType<typeof useRecording>
  onDone(): void
}

/** Who took the parcels, and the proof of it. */
export function DeliveredSheet({ opened, onClose, ...props }: SheetProps) {
  const { t } = useTranslation(['field', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('delivered')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Form {...props} />
    </Drawer>
  )
}

function Form({ stop, recording, onDone }: Omit<SheetProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation(['field', 'deliveries'])
  const [relationship, setRelationship] = useState<ReceiverKind>('self')
  const [name, setName] = useState('')
  const [document, setDocument] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [impossible, setImpossible] = useState('')
  const [problem, setProblem] = useState<string>()
  const needsDocument = stop.proof.includes('document')

  async function send() {
    if (!name.trim() && !photo && !impossible.trim()) return setProblem(t('nameOrPhoto'))
    const payload = {
      name: name.trim() || null,
      relationship,
      document_number: document.trim() || null,
      proof_impossible: impossible.trim() || null,
    }
    if (await recording.send({ kind: 'deliver', payload, photo })) onDone()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        <Select
          label={t('whoTook')}
          allowDeselect={false}
          data={RECEIVERS.map((value) => ({ value, label: t(`deliveries:receiver.${value}`) }))}
          value={relationship}
          onChange={(value) => setRelationship((value ?? 'self') as ReceiverKind)}
        />
        <TextInput
          label={t('name')}
          maxLength={200}
          autoComplete="off"
          size="md"
          data-autofocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        {needsDocument && (
          <TextInput
            label={t('documentNumber')}
            maxLength={60}
            autoComplete="off"
            size="md"
            value={document}
            onChange={(event) => setDocument(event.currentTarget.value)}
          />
        )}
        <PhotoInput photo={photo} onPhoto={setPhoto} />
        <Textarea
          label={t('proofImpossible')}
          description={t('proofImpossibleText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={500}
          autosize
          value={impossible}
          onChange={(event) => setImpossible(event.currentTarget.value)}
        />
        {recording.failure && (
          <Alert color="red" role="alert">
            {recording.failure}
          </Alert>
        )}
        <Button type="submit" size="lg" color="teal" loading={recording.busy}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  )
}

/** Takes a photo with the camera of the phone, or chooses one. */
export function PhotoInput({ photo, onPhoto }: { photo: File | null; onPhoto(photo: File | null): void }) {
  const { t } = useTranslation('field')
  return (
    <FileInput
      label={t('photo')}
      placeholder={t('takePhoto')}
      accept="image/*"
      capture="environment"
      clearable
      clearButtonProps={{ 'aria-label': t('removePhoto') }}
      size="md"
      value={photo}
      onChange={onPhoto}
    />
  )
}
