import { Alert, Button, Drawer, FileInput, Input, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldStop, ProofKind, ReceiverKind } from '@/api/schema'
import { SignatureField } from '@/shared/field-records/SignatureField'
import { useKeptInput } from '@/ui/form/useKeptInput'
import { CashField } from './CashField'
import { showFirstProblem } from './first-problem'
import { listMissingProofs } from './missing-proof'
import { keyOf, ParcelsField } from './ParcelsField'
import { isPin, pinOf } from './pin'
import { nameDraft } from './sheet-drafts'
import type { useRecording } from './useRecording'

const RECEIVERS: ReceiverKind[] = ['self', 'family', 'neighbour', 'reception', 'other']

type SheetProps = {
  opened: boolean
  onClose(): void
  stop: FieldStop
  recording: ReturnType<typeof useRecording>
  onDone(): void
}

type Typed = {
  relationship: ReceiverKind
  name: string
  document: string
  impossible: string
  /** The cash that was taken; null until it is said. */
  cash: string | null
  /** The parcels that stay in the vehicle: those that are loaded meanwhile are handed over, too. */
  left: string[]
}

const EMPTY: Typed = { relationship: 'self', name: '', document: '', impossible: '', cash: null, left: [] }

/** What is missing, by the field. */
type Problems = Partial<Record<'parcels' | 'cash' | ProofKind, string | undefined>>

/** Who took the parcels, and the proof of it. What is in it stays while the driver looks at the stop behind it. */
export function DeliveredSheet({ opened, onClose, ...props }: SheetProps) {
  const { t } = useTranslation(['field', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      keepMounted
      position="bottom"
      size="auto"
      title={t('delivered')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Form {...props} />
    </Drawer>
  )
}

/** What is said of a proof that this delivery needs. */
function useMissingTexts(): Record<ProofKind, string> {
  const { t } = useTranslation('field')
  return {
    name: t('missingName'),
    photo: t('missingPhoto'),
    signature: t('signatureMissing'),
    document: t('missingDocument'),
    pin: t('missingPin'),
  }
}

function Form({ stop, recording, onDone }: Omit<SheetProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation(['field', 'deliveries'])
  const { input, change } = useKeptInput(nameDraft(stop.id, 'deliver'), EMPTY)
  const { relationship, name, document, impossible, cash, left } = input
  const [pin, setPin] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [signature, setSignature] = useState<File | null>(null)
  const onBoard = stop.parcels.filter(({ loaded }) => loaded)
  const taken = onBoard.length > 1 ? onBoard.filter((parcel) => !left.includes(keyOf(parcel))) : onBoard
  const [problems, setProblems] = useState<Problems>({})
  const asks = (kind: ProofKind) => stop.proof.includes(kind)
  const missing = useMissingTexts()
  const form = useRef<HTMLFormElement>(null)
  /** Only what Send has found moves the view; the rest is typed in peace. */
  const isTried = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the problems are drawn
  useEffect(() => {
    if (!isTried.current) return
    isTried.current = false
    showFirstProblem(form.current)
  }, [problems])

  function findProblems(): Problems {
    const parcels = onBoard.length > 0 && taken.length === 0 ? t('chooseParcel') : undefined
    const unpaid = stop.cod_due && stop.cod_currency && cash === null ? t('missingCash') : undefined
    const wrongPin = pin.trim() && !isPin(pin) ? t('pinWrong') : undefined
    if (impossible.trim()) return { parcels, cash: unpaid, pin: wrongPin }
    const has = {
      name: name.trim() !== '',
      photo: photo !== null,
      signature: signature !== null,
      document: document.trim() !== '',
      pin: pin.trim() !== '',
    }
    const found: Problems = { parcels, cash: unpaid, pin: wrongPin }
    for (const kind of listMissingProofs(stop.proof, has)) {
      if (kind === 'name_or_photo') found.name = t('nameOrPhoto')
      else found[kind] = missing[kind]
    }
    return found
  }

  async function send() {
    const found = findProblems()
    isTried.current = true
    setProblems(found)
    if (Object.values(found).some(Boolean)) return
    const isAll = taken.length === onBoard.length
    const payload = {
      parcels: isAll ? null : taken.map(({ shipment_id, number }) => ({ shipment_id, number })),
      name: name.trim() || null,
      relationship,
      document_number: document.trim() || null,
      proof_impossible: impossible.trim() || null,
      ...(pin.trim() && { pin: pinOf(pin) }),
      // A run that the phone kept from an earlier release has no such fields.
      ...(stop.cod_due && stop.cod_currency && { cash: cash ?? '0', cash_currency: stop.cod_currency }),
    }
    if (await recording.send({ kind: 'deliver', payload, photo, signature })) onDone()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        <ParcelsField
          parcels={onBoard}
          taken={taken}
          onTaken={(parcels) => change({ left: onBoard.filter((one) => !parcels.includes(one)).map(keyOf) })}
          error={problems.parcels}
        />
        <CashField
          stop={stop}
          cash={cash}
          error={problems.cash}
          onCash={(cash) => {
            change({ cash })
            setProblems({ ...problems, cash: undefined })
          }}
        />
        <Select
          label={t('whoTook')}
          allowDeselect={false}
          data={RECEIVERS.map((value) => ({ value, label: t(`deliveries:receiver.${value}`) }))}
          value={relationship}
          onChange={(value) => change({ relationship: (value ?? 'self') as ReceiverKind })}
        />
        <TextInput
          label={t('name')}
          withAsterisk={asks('name')}
          maxLength={200}
          autoComplete="off"
          size="md"
          data-autofocus
          value={name}
          error={problems.name}
          onChange={(event) => {
            change({ name: event.currentTarget.value })
            setProblems({ ...problems, name: undefined })
          }}
        />
        {asks('document') && (
          <TextInput
            label={t('documentNumber')}
            withAsterisk
            maxLength={60}
            autoComplete="off"
            size="md"
            value={document}
            error={problems.document}
            onChange={(event) => {
              change({ document: event.currentTarget.value })
              setProblems({ ...problems, document: undefined })
            }}
          />
        )}
        {asks('pin') && (
          <TextInput
            label={t('pin')}
            description={t('pinText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
            size="md"
            value={pin}
            error={problems.pin}
            onChange={(event) => {
              setPin(event.currentTarget.value)
              setProblems({ ...problems, pin: undefined })
            }}
          />
        )}
        <div>
          <PhotoInput
            photo={photo}
            onPhoto={(chosen) => {
              setPhoto(chosen)
              setProblems({ ...problems, photo: undefined })
            }}
          />
          {problems.photo && (
            <Input.Error size="md" role="alert">
              {problems.photo}
            </Input.Error>
          )}
        </div>
        {asks('signature') && (
          <SignatureField
            onSignature={(drawn) => {
              setSignature(drawn)
              setProblems((now) => ({ ...now, signature: undefined }))
            }}
            error={problems.signature}
          />
        )}
        <Textarea
          label={t('proofImpossible')}
          description={t('proofImpossibleText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={500}
          autosize
          value={impossible}
          onChange={(event) => change({ impossible: event.currentTarget.value })}
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
