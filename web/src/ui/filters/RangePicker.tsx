import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/zh-cn'
import { Button, Group, Stack } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayRange } from './DateRangeFilter'

const DAY = 'YYYY-MM-DD'

/** Names and first days of these come with dayjs, which spells the languages its own way. */
const DAYJS_LOCALES: Record<string, string> = { 'pt-BR': 'pt-br', es: 'es', 'zh-CN': 'zh-cn' }

type RangePickerProps = { value: DayRange; onChange(range: DayRange): void }

export default function RangePicker({ value, onChange }: RangePickerProps) {
  const { t, i18n } = useTranslation()
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
        type="range"
        allowSingleDateInRange
        hideOutsideDates
        highlightToday
        // Mantine's red for weekends cannot be read on dark.
        weekendDays={[]}
        locale={DAYJS_LOCALES[i18n.language] ?? 'en'}
        value={range}
        onChange={pick}
        defaultDate={value.to}
        ariaLabels={{
          nextMonth: t('dates.nextMonth'),
          previousMonth: t('dates.previousMonth'),
          nextYear: t('dates.nextYear'),
          previousYear: t('dates.previousYear'),
          nextDecade: t('dates.nextDecade'),
          previousDecade: t('dates.previousDecade'),
        }}
      />
    </Group>
  )
}
