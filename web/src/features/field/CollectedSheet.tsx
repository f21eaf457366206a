import { Alert, Button, Drawer, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import type { FieldPickup } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { SignatureField } from '@/shared/field-records/SignatureField'
import { doubtAbout, PARCEL_CODES, shipmentCode } from '@/shared/tracking/codes'
import { confirm } from '@/ui/dialogs/confirm'
import { WholeField } from '@/ui/fields/WholeField'
import { PhotoInput } from './DeliveredSheet'
import type { useRecording } from './useRecording'

type SheetProps = {
  opened: boolean
  onClose(): void
  pickup: FieldPickup
  recording: ReturnType<typeof useRecording>
  onDone(): void
}

/** The collected parcels, by scan, and who handed them over. The input stays while the driver looks at the stop behind it. */
export function CollectedSheet({ opened, onClose, ...props }: SheetProps) {
  const { t } = useTranslation(['field', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      keepMounted
      position="bottom"
      size="auto"
      title={t('collected')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Form {...props} />
    </Drawer>
  )
}

/** The codes that the phone knows without a network: the shipments that are expected here. */
function useExpected({ shipments }: FieldPickup) {
  const { t } = useTranslation('field')
  const known = new Map(shipments.map((one) => [one.tracking_code, one]))
  return (codes: string[]) =>
    Promise.resolve(
      codes.map((code): [string, FoundRecord] => {
        const expected = known.get(shipmentCode(code))
        return [code, { name: expected ? (expected.to_name ?? t('expectedHere')) : t('notExpected') }]
      }),
    )
}

function useRemarks(): Remarks<FoundRecord> {
  const { t } = useTranslation('pickups')
  return {
    done: (parcel) => parcel?.name ?? '',
    held: (parcel) => parcel?.name ?? '',
    unknown: t('collect.unknown'),
    known: ({ name }) => name,
    doubt: (code) => (doubtAbout(shipmentCode(code)) ? t('collect.doubt') : undefined),
    doneCount: (count) => t('collect.doneCount', { count }),
  }
}

function Form({ pickup, recording, onDone }: Omit<SheetProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation(['field', 'pickups'])
  const field = useRef<HTMLInputElement>(null)
  const codes = useScannedCodes({ draft: `field-pickup-${pickup.id}`, rule: PARCEL_CODES })
  const load = useExpected(pickup)
  const scanning = useScanning<FoundRecord>({ codes, lookUp: { load, most: PARCEL_CODES.most } })
  const remarks = useRemarks()
  const [unlabelled, setUnlabelled] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const [signature, setSignature] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const seen = new Set(codes.waiting.map(({ code }) => shipmentCode(code)))
  const open = pickup.shipments.filter(({ tracking_code }) => !seen.has(tracking_code))

  /** More parcels than were announced are shown before they count. */
  async function isMeant(count: number) {
    if (!unlabelled || count <= pickup.parcels) return true
    const title = t('pickups:collect.moreTitle')
    const text = codeText('pickup_more_parcels', { count, announced: pickup.parcels }, title)
    return confirm({ title, text, action: t('pickups:collect.more') })
  }

  async function send() {
    const scanned = codes.flush().map(({ code }) => code)
    if (scanned.length === 0 && !unlabelled) {
      setProblem(t('pickups:collect.none'))
      field.current?.focus()
      return
    }
    if (!(await isMeant(scanned.length + (unlabelled ?? 0)))) return
    const payload = {
      codes: scanned,
      unlabelled: unlabelled ?? 0,
      name: name.trim() || null,
      note: note.trim() || null,
    }
    if (!(await recording.send({ kind: 'collect', payload, photo, signature }))) return
    codes.clear()
    onDone()
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
        <ScanList
          field={field}
          scanning={scanning}
          remarks={remarks}
          path="codes"
          error={problem}
          onType={() => setProblem(undefined)}
        />
        {open.length > 0 && (
          <Text size="sm" role="status">
            {t('pickups:collect.open', { count: open.length })}
          </Text>
        )}
        <WholeField
          label={t('pickups:collect.unlabelled')}
          description={t('pickups:collect.unlabelledHint')}
          size="md"
          max={10_000}
          value={unlabelled}
          onChange={(count) => {
            setUnlabelled(count)
            setProblem(undefined)
          }}
        />
        <TextInput
          label={t('handedOverBy')}
          maxLength={200}
          autoComplete="off"
          size="md"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PhotoInput photo={photo} onPhoto={setPhoto} />
        <SignatureField onSignature={setSignature} />
        <Textarea
          label={t('note')}
          maxLength={1000}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
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
