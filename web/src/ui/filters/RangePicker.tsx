import { Button, Group, Stack } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalendar } from '@/ui/time/calendar'
import type { DayRange } from './DateRangeFilter'

const DAY = 'YYYY-MM-DD'

type RangePickerProps = { value: DayRange; onChange(range: DayRange): void }

export default function RangePicker({ value, onChange }: RangePickerProps) {
  const { t } = useTranslation()
  const calendar = useCalendar()
  const [range, setRange] = useState<[string | null, string | null]>([value.from ?? null, value.to ?? null])
  const today = dayjs()
  const since = (from: dayjs.Dayjs) => () => onChange({ from: from.format(DAY), to: today.format(DAY) })

  function pick(next: [string | null, string | null]) {
    setRange(next)
    const [from, to] = next
    if (from && to) onChange({ from, to })
  }

  return (
    <Group align="flex-start" gap="md">
      <Stack gap={4}>
        <Button variant="subtle" size="compact-sm" justify="flex-start" onClick={since(today)}>
          {t('dates.today')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          justify="flex-start"
          onClick={since(today.subtract(6, 'day'))}
        >
          {t('dates.days', { count: 7 })}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          justify="flex-start"
          onClick={since(today.subtract(29, 'day'))}
        >
          {t('dates.days', { count: 30 })}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          justify="flex-start"
          onClick={since(today.startOf('month'))}
        >
          {t('dates.month')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          justify="flex-start"
          onClick={() => onChange({ from: undefined, to: undefined })}
        >
          {t('dates.any')}
        </Button>
      </Stack>
      <DatePicker
        {...calendar}
        type="range"
        allowSingleDateInRange
        value={range}
        onChange={pick}
        defaultDate={value.to}
      />
    </Group>
  )
}
