import { Alert, Button, Checkbox, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertCircle, IconMapPin } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordEvents as Body, RecordedEvent, TrackedJourney } from '@/api/schema'
import { ScanList } from '@/blocks/scan/ScanList'
import type { ScannedCodes } from '@/blocks/scan/useScannedCodes'
import { zoneName } from '@/ui/time/wall-time'
import { EventPicker } from './EventPicker'
import classes from './RecordEvents.module.css'
import { RecordOutcome } from './RecordOutcome'
import { useDeskScanning } from './useDeskScanning'
import { useRecording } from './useRecording'
import { useRemarks } from './useRemarks'

type RecordEventsProps = {
  collected: ScannedCodes
  /** Other codes than before: the event of before is not theirs. */
  startsAnew?: boolean
  onRecord(body: Body): Promise<RecordedEvent[]>
  onLookUp(codes: string[]): Promise<TrackedJourney[]>
  /** Undoes recorded events; rejects when the call as a whole is refused. */
  onUndo(outcomes: RecordedEvent[]): Promise<void>
  shipmentTo(id: string): string
}

/** One event for all the parcels on the table: scan them, say what happened, record. */
export function RecordEvents(props: RecordEventsProps) {
  const { collected, startsAnew, onRecord, onUndo, onLookUp, shipmentTo } = props
  const { t } = useTranslation('tracking')
  const recording = useRecording({ collected, startsAnew, onRecord, onUndo })
  const { form, failure, outcomes } = recording
  const desk = useDeskScanning({ collected, recording, onLookUp })
  const remarks = useRemarks()
  const scanField = useRef<HTMLInputElement>(null)

  // What no shipment has is not recorded.
  const due = collected.waiting.filter(({ code }) => desk.scanning.found.get(code) !== null).length

  // After an answer the hands go back to the scanner.
  useEffect(() => {
    if (outcomes) scanField.current?.focus()
  }, [outcomes])

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }

  return (
    <form onSubmit={recording.onSubmit} onKeyDown={onKeyDown} noValidate>
      {/* Above the fields: it is seen wherever the page was. */}
      <RecordOutcome
        outcomes={outcomes}
        reason={recording.reason}
        shipmentTo={shipmentTo}
        onUndo={(recorded) => void recording.undo(recorded)}
      />
      <div className={classes.columns}>
        <Stack gap="sm" className={classes.panel}>
          <ScanList
            field={scanField}
            scanning={desk.scanning}
            remarks={remarks}
            path="tracking_codes"
            error={form.errors.tracking_codes}
            onType={() => form.clearFieldError('tracking_codes')}
          />
        </Stack>
        <Stack gap="md" className={classes.panel}>
          <EventPicker
            value={form.values.event_code}
            onChange={(code) => {
              recording.set('event_code', code)
              desk.startOver()
            }}
            error={form.errors.event_code}
          />
          <Switch
            label={t('record.auto')}
            description={t(form.values.event_code ? 'record.autoText' : 'record.autoNeedsEvent')}
            disabled={!form.values.event_code}
            checked={desk.isAuto}
            onChange={(event) => {
              desk.setAuto(event.currentTarget.checked)
              scanField.current?.focus()
            }}
          />
          <TimeField recording={recording} />
          <TextInput
            label={t('record.location')}
            description={t('record.locationHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            leftSection={<IconMapPin size={18} stroke={1.75} aria-hidden />}
            size="md"
            maxLength={120}
            {...form.getInputProps('location')}
            onChange={(event) => recording.set('location', event.currentTarget.value)}
          />
          <Textarea
            label={t('record.note')}
            description={t('record.noteHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            size="md"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            {...form.getInputProps('note')}
          />
          {failure && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={failure}>
              {t('record.kept')}
            </Alert>
          )}
          <Group gap="md">
            <Button type="submit" size="md" loading={form.submitting} className={classes.submit}>
              {due > 0 ? t('record.submitMany', { count: due }) : t('record.submit')}
            </Button>
            <Text size="xs" c="dimmed" className={classes.keys}>
              {t('record.keys')}
            </Text>
          </Group>
        </Stack>
      </div>
    </form>
  )
}

function TimeField({ recording }: { recording: ReturnType<typeof useRecording> }) {
  const { t, i18n } = useTranslation('tracking')
  const { form, zone } = recording
  const { is_now } = form.values
  return (
    <div>
      <Checkbox
        label={t('record.now')}
        checked={is_now}
        onChange={(event) => recording.setNow(event.currentTarget.checked)}
      />
      {!is_now && (
        <TextInput
          type="datetime-local"
          mt="xs"
          size="md"
          label={t('record.when')}
          description={t('record.zone', { zone: zoneName(zone, i18n.language) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          max={recording.latest()}
          {...form.getInputProps('occurred_at')}
          onChange={(event) => recording.set('occurred_at', event.currentTarget.value)}
        />
      )}
    </div>
  )
}
