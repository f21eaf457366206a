import { Alert, Button, Drawer, FileInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldStop, ReceiverKind } from '@/api/schema'
import { ParcelsField } from './ParcelsField'
import { SignatureField } from './SignatureField'
import type { useRecording } from './useRecording'

const RECEIVERS: ReceiverKind[] = ['self', 'family', 'neighbour', 'reception', 'other']

type SheetProps = {
  opened: boolean
  onClose(): void
  stop: FieldStop
  recording: ReturnType<typeof useRecording>
  onDone(): void
}

/** What is missing, by the field. */
type Problems = Partial<Record<'parcels' | 'name' | 'signature', string | undefined>>

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
  const [signature, setSignature] = useState<File | null>(null)
  const onBoard = stop.parcels.filter(({ loaded }) => loaded)
  const [taken, setTaken] = useState(onBoard)
  const [problems, setProblems] = useState<Problems>({})
  const needsDocument = stop.proof.includes('document')
  const needsSignature = stop.proof.includes('signature')

  function findProblems(): Problems {
    const isExcused = impossible.trim() !== ''
    return {
      parcels: onBoard.length > 0 && taken.length === 0 ? t('chooseParcel') : undefined,
      name: !name.trim() && !photo && !isExcused ? t('nameOrPhoto') : undefined,
      signature: needsSignature && !signature && !isExcused ? t('signatureMissing') : undefined,
    }
  }

  async function send() {
    const found = findProblems()
    setProblems(found)
    if (Object.values(found).some(Boolean)) return
    const isAll = taken.length === onBoard.length
    const payload = {
      parcels: isAll ? null : taken.map(({ shipment_id, number }) => ({ shipment_id, number })),
      name: name.trim() || null,
      relationship,
      document_number: document.trim() || null,
      proof_impossible: impossible.trim() || null,
    }
    if (await recording.send({ kind: 'deliver', payload, photo, signature })) onDone()
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
        <ParcelsField parcels={onBoard} taken={taken} onTaken={setTaken} error={problems.parcels} />
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
          error={problems.name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblems({ ...problems, name: undefined })
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
        {needsSignature && <SignatureField onSignature={setSignature} error={problems.signature} />}
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
