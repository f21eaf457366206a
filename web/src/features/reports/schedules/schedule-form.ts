import type {
  ExportFormat,
  ReportRhythm,
  ReportSchedule,
  ReportScheduleTimesParams,
  ReportSpan,
} from '@/api/schema'

export type ScheduleValues = {
  name: string | null
  rhythm: ReportRhythm
  at_time: string
  weekday: string
  month_day: string
  time_zone: string
  span: ReportSpan
  format: ExportFormat
  recipient_ids: string[]
  addresses: string[]
  sends_empty: boolean
  ends_on: string
}

/** The first values of a new schedule. */
export type ScheduleStart = { name: string; time_zone: string; span: ReportSpan; user_id: string }

export function valuesOf(schedule: ReportSchedule | undefined, start: ScheduleStart): ScheduleValues {
  return {
    name: schedule?.name ?? start.name,
    rhythm: schedule?.rhythm ?? 'weekly',
    at_time: schedule?.at_time ?? '07:30',
    weekday: String(schedule?.weekday ?? 1),
    month_day: String(schedule?.month_day ?? 1),
    time_zone: schedule?.time_zone ?? start.time_zone,
    span: schedule?.span ?? start.span,
    format: schedule?.format ?? 'xlsx',
    recipient_ids: schedule?.recipients.map(({ id }) => id) ?? [start.user_id],
    addresses: schedule?.addresses ?? [],
    sends_empty: schedule?.sends_empty ?? false,
    ends_on: schedule?.ends_on ?? '',
  }
}

type Rule = Pick<ScheduleValues, 'rhythm' | 'at_time' | 'weekday' | 'month_day'>

/** The rule with what its rhythm needs. */
export const ruleOf = ({ rhythm, at_time, weekday, month_day }: Rule) => ({
  rhythm,
  at_time: at_time.slice(0, 5),
  weekday: rhythm === 'weekly' ? Number(weekday) : null,
  month_day: rhythm === 'monthly' ? Number(month_day) : null,
})

/** The values as the API takes them. */
export const formOf = (values: ScheduleValues) => ({
  ...values,
  ...ruleOf(values),
  name: values.name?.trim() ?? '',
  ends_on: values.ends_on || null,
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The query for the next times; undefined while the time is not entered. */
export function timesOf(values: Rule & { time_zone: string }): ReportScheduleTimesParams | undefined {
  const { rhythm, at_time, weekday, month_day } = ruleOf(values)
  if (!TIME.test(at_time)) return undefined
  return {
    rhythm,
    at_time,
    time_zone: values.time_zone,
    ...(weekday !== null && { weekday }),
    ...(month_day !== null && { month_day }),
  }
}
