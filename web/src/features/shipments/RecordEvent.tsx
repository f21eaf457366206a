import { Alert, Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { useLookupShipmentEvents } from '@/api/generated/endpoints/lookups/lookups'
import { useShipmentRecordEvent } from '@/api/generated/endpoints/tracking/tracking'
import type { Shipment } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { notifyUndo } from '@/ui/dialogs/undo'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { localeText } from '@/ui/locale-text'
import { NOTE } from './note'
import { refreshShipments } from './refresh'
import { useUndoEvent } from './useUndoEvent'

type RecordEventProps = { opened: boolean; onClose(): void; shipment: Shipment }

/** An event of one shipment that happened just now. Others, and earlier ones, are recorded on the desk. */
export default function RecordEvent({ opened, onClose, shipment }: RecordEventProps) {
  const { t } = useTranslation(['shipments', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('record.title', { code: shipment.tracking_code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Form shipment={shipment} onClose={onClose} />
    </Modal>
  )
}

function Form({ shipment, onClose }: Omit<RecordEventProps, 'opened'>) {
  const { t } = useTranslation(['shipments', 'common'])
  const kinds = useKinds()
  const [code, setCode] = useState<string | null>(null)
  const [location, setLocation] = useState('')
  const [note, setNote] = useState('')
  const [byCarrier, setByCarrier] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { record, failure, isPending } = useRecord(shipment, onClose)

  function submit() {
    if (!code) return setProblem(t('common:validation.required'))
    const name = kinds.find(({ value }) => value === code)?.label ?? code
    const typed = { event_code: code, location: location.trim(), note: note.trim() || null }
    record({ ...typed, by_carrier: byCarrier }, name)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <FirstSelect
          label={t('record.event')}
          data={kinds}
          value={code}
          onChange={(value) => {
            setCode(value)
            setProblem(undefined)
          }}
          error={problem}
          withAsterisk
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        <TextInput
          label={t('record.location')}
          value={location}
          onChange={(event) => setLocation(event.currentTarget.value)}
          maxLength={120}
        />
        <Textarea
          label={t('record.note')}
          description={t('record.noteHint')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Checkbox
          label={t('record.byCarrier')}
          description={t('record.byCarrierHint')}
          checked={byCarrier}
          onChange={(event) => setByCarrier(event.currentTarget.checked)}
        />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('action.recordEvent')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The catalogue in the order of a shipment's way; notes have a place of their own. */
function useKinds() {
  const { i18n } = useTranslation()
  const { data } = useLookupShipmentEvents(FOREVER)
  return useMemo(() => {
    const kinds = (data?.data ?? []).filter(
      ({ code, active, recordable }) => active && recordable && code !== NOTE,
    )
    return kinds.map((kind) => ({
      value: kind.code,
      label: localeText(kind.short_description_locale, i18n.language),
    }))
  }, [data, i18n.language])
}

type Typed = { event_code: string; location: string; note: string | null; by_carrier: boolean }

function useRecord({ id, tracking_code }: Shipment, onClose: () => void) {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const { undo } = useUndoEvent()
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending } = useShipmentRecordEvent()

  function record(typed: Typed, name: string) {
    setFailure(undefined)
    mutate(
      { data: { ...typed, tracking_codes: [tracking_code], occurred_at: null } },
      {
        onError: (error) => setFailure(errorText(error)),
        onSuccess({ data: [told] }) {
          if (!told?.recorded) return setFailure(codeText(told?.message_code, {}, told?.message ?? ''))
          refreshShipments(client, [id])
          onClose()
          const { event_id } = told
          if (event_id) notifyUndo(t('record.done', { name }), () => undo(id, event_id))
          else notify.success(t('record.done', { name }))
        },
      },
    )
  }

  return { record, failure, isPending }
}
