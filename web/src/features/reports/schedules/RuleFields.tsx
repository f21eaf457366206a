import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { useReportScheduleTimes } from '@/api/generated/endpoints/reports/reports'
import { reportRhythmValues } from '@/api/schema'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { WEEKDAYS } from '@/ui/time/weekdays'
import { type ScheduleValues, timesOf } from './schedule-form'

type RuleFieldsProps = { fields: TiedFields<ScheduleValues> }

const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => String(at + 1))

/** When the report is made, with its next times. */
export function RuleFields({ fields }: RuleFieldsProps) {
  const { t } = useTranslation('report-schedules')
  const { data: zones } = useLookupTimezones(undefined, FOREVER)
  const { values, set, at } = fields
  return (
    <>
      <Select
        {...at('rhythm')}
        {...HALF}
        label={t('field.rhythm')}
        allowDeselect={false}
        data={reportRhythmValues.map((value) => ({ value, label: t(`rhythm.${value}`) }))}
        value={values.rhythm}
        onChange={(rhythm) => rhythm && set('rhythm', rhythm)}
      />
      <TextInput
        {...at('at_time')}
        {...HALF}
        type="time"
        label={t('field.at_time')}
        withAsterisk
        value={values.at_time}
        onChange={(event) => set('at_time', event.currentTarget.value)}
      />
      {values.rhythm === 'weekly' && (
        <Select
          {...at('weekday')}
          {...HALF}
          label={t('field.weekday')}
          allowDeselect={false}
          data={WEEKDAYS.map((value) => ({ value: String(value), label: t(`weekday.${value}`) }))}
          value={values.weekday}
          onChange={(weekday) => weekday && set('weekday', weekday)}
        />
      )}
      {values.rhythm === 'monthly' && (
        <Select
          {...at('month_day')}
          {...HALF}
          label={t('field.month_day')}
          description={Number(values.month_day) > 28 ? t('shortMonths') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={MONTH_DAYS}
          value={values.month_day}
          onChange={(day) => day && set('month_day', day)}
        />
      )}
      <TimeZoneSelect
        {...at('time_zone')}
        {...HALF}
        label={t('field.time_zone')}
        zones={zones?.data ?? []}
        value={values.time_zone}
        onChange={(zone) => set('time_zone', zone)}
      />
      <NextTimes values={values} />
    </>
  )
}

/** The next four times in the zone of the schedule, also where its clocks change. */
function NextTimes({ values }: { values: ScheduleValues }) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  const params = timesOf(values)
  const { data } = useReportScheduleTimes(
    params ?? { rhythm: values.rhythm, at_time: '00:00', time_zone: values.time_zone },
    { query: { enabled: params !== undefined } },
  )
  const { ends_on } = values
  const times = (params ? (data?.data ?? []) : []).filter(
    ({ local }) => !ends_on || local.slice(0, 10) <= ends_on,
  )
  return (
    <Stack gap={2} role="status" aria-label={t('nextTimes')}>
      <Text size="sm" fw={500}>
        {t('nextTimes')}
      </Text>
      {times.map(({ at, local }) => (
        <Text key={at} size="sm">
          {format.wallTime(local)}
        </Text>
      ))}
    </Stack>
  )
}
