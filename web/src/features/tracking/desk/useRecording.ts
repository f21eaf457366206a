import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText, fieldTexts } from '@/api/errors'
import type { RecordEvents, RecordedEvent } from '@/api/schema'
import type { Tone } from '@/blocks/scan/sound'
import type { ScannedCodes } from '@/blocks/scan/useScannedCodes'
import { readWork, writeWork } from '@/ui/form/draft'
import { useFormat } from '@/ui/format'
import { fromWall, toWall } from '@/ui/time/wall-time'
import { isSettled, settle } from './collected'

export type RecordValues = {
  tracking_codes: string
  event_code: string
  is_now: boolean
  /** Wall time in the account's zone; used unless it is now. */
  occurred_at: string
  location: string
  note: string
}

const EMPTY: RecordValues = {
  tracking_codes: '',
  event_code: '',
  is_now: true,
  occurred_at: '',
  location: '',
  note: '',
}

/** In the order they stand on the screen. */
const FIELDS = Object.keys(EMPTY) as (keyof RecordValues)[]

const DRAFT = 'record-event'

/** Clocks of people's devices run fast; the server allows as much. */
const SKEW_MS = 5 * 60_000

/** Values kept while no codes are collected, because the desk stays in one place. */
const atRest = ({ location }: RecordValues) => ({ location })

function firstValues(startsAnew: boolean): RecordValues {
  const draft = { ...EMPTY, ...readWork<RecordValues>(DRAFT), tracking_codes: '' }
  return startsAnew ? { ...EMPTY, ...atRest(draft) } : draft
}

type Options = {
  collected: ScannedCodes
  /** Other codes than before: the event of the draft is not theirs. */
  startsAnew?: boolean | undefined
  /** Records; rejects when the call as a whole is refused. */
  onRecord(body: RecordEvents): Promise<RecordedEvent[]>
  onUndo(outcomes: RecordedEvent[]): Promise<void>
}

/** The form of an event for many shipments. Whatever fails, everything typed and scanned stays. */
export function useRecording({ collected, startsAnew = false, onRecord, onUndo }: Options) {
  const { t } = useTranslation(['tracking', 'common'])
  const { preferences } = useFormat()
  const [failure, setFailure] = useState<string>()
  const [outcomes, setOutcomes] = useState<RecordedEvent[]>()
  const zone = preferences.timeZone
  const form = useForm<RecordValues>({
    initialValues: firstValues(startsAnew),
    validate: {
      tracking_codes: () => (collected.isEmpty ? t('list.required') : null),
      event_code: (code) => (code ? null : t('common:validation.required')),
      occurred_at: (wall, { is_now }) => (is_now ? null : timeProblem(wall)),
    },
  })
  /** The moment of the first attempt: trying again after a lost answer must not record a second event. */
  const pinned = useRef<string>(undefined)

  useEffect(() => {
    // Values typed for codes stay with them, also at a sign-out.
    const waits = collected.waiting.length > 0
    writeWork(DRAFT, waits ? form.values : atRest(form.values), waits)
  }, [collected.waiting.length, form.values])

  function timeProblem(wall: string) {
    const at = fromWall(wall, zone)
    if (!at) return t('common:validation.required')
    return at.getTime() > Date.now() + SKEW_MS ? t('record.future') : null
  }

  function occurredAt({ is_now, occurred_at }: RecordValues) {
    if (!is_now) return fromWall(occurred_at, zone)?.toISOString() ?? null
    pinned.current ??= new Date().toISOString()
    return pinned.current
  }

  async function record(values: RecordValues) {
    // Text in the field counts too, even without Enter.
    const lines = collected.flush()
    setFailure(undefined)
    try {
      const answer = await onRecord({
        tracking_codes: lines.map(({ code }) => code),
        event_code: values.event_code,
        occurred_at: occurredAt(values),
        location: values.location.trim(),
        note: values.note.trim() || null,
        by_carrier: false,
      })
      pinned.current = undefined
      collected.set((now) => settle(now, answer, reason))
      setOutcomes(answer)
      if (settle(lines, answer, reason).length === 0) form.setFieldValue('note', '')
    } catch (error) {
      refuse(error, values)
    }
  }

  /** Records what was just scanned, each line telling what became of it. Answers with the sound of that. */
  async function recordScanned(codes: string[]): Promise<Tone> {
    const { event_code, is_now, occurred_at, location, note } = form.getValues()
    const at = is_now ? new Date() : fromWall(occurred_at, zone)
    const refuseAll = (refusal: string) =>
      collected.amend((now) => now.map((line) => (codes.includes(line.code) ? { ...line, refusal } : line)))
    if (!is_now && timeProblem(occurred_at)) {
      refuseAll(t('record.noTime'))
      return 'unknown'
    }
    try {
      const answer = await onRecord({
        tracking_codes: codes,
        event_code,
        occurred_at: at?.toISOString() ?? null,
        location: location.trim(),
        note: note.trim() || null,
        by_carrier: false,
      })
      collected.amend((now) => settle(now, answer, reason, 'stays'))
      return answer.every(isSettled) ? 'taken' : 'unknown'
    } catch (error) {
      refuseAll(errorText(error))
      return 'unknown'
    }
  }

  /** What is undone leaves the results: it no longer stands in the logs. */
  async function undo(recorded: RecordedEvent[]) {
    setFailure(undefined)
    try {
      await onUndo(recorded)
      setOutcomes(undefined)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  function refuse(error: unknown, { is_now }: RecordValues) {
    const problems = fieldTexts(error)
    if (Object.keys(problems).length === 0) return setFailure(errorText(error))
    // A device whose clock runs ahead: its 'now' is shown, to be set right.
    if (problems.occurred_at && is_now) setNow(false)
    form.setErrors(problems)
    toFirstProblem(problems)
  }

  /** After the errors are drawn, so that the field is read out together with what is wrong with it. */
  function toFirstProblem(problems: typeof form.errors) {
    const path = FIELDS.find((field) => problems[field])
    if (path) requestAnimationFrame(() => form.getInputNode(path)?.focus())
  }

  function setNow(is_now: boolean) {
    pinned.current = undefined
    form.setValues({ is_now, occurred_at: is_now ? '' : toWall(new Date(), zone) })
  }

  const reason = ({ message_code, message }: RecordedEvent) => codeText(message_code, {}, message ?? '')

  return {
    form,
    failure,
    outcomes,
    reason,
    zone,
    onSubmit: form.onSubmit(record, toFirstProblem),
    /** Another event, or another time, is no repetition of the last attempt. */
    set<K extends keyof RecordValues>(field: K, value: RecordValues[K]) {
      pinned.current = undefined
      form.setFieldValue(field, value as never)
    },
    setNow,
    recordScanned,
    undo,
    latest: () => toWall(new Date(), zone),
  }
}
