import { DatePicker } from '@mantine/dates'
import { useCalendar } from '@/ui/time/calendar'

type DayPickerProps = {
  /** A day of the API; none is null. */
  value: string | null
  min: string | undefined
  onChange(day: string): void
}

/** The calendar of a `DayField`. */
export default function DayPicker({ value, min, onChange }: DayPickerProps) {
  return (
    <DatePicker
      {...useCalendar()}
      // Escape closes the calendar, not the dialog it belongs to.
      __stopPropagation
      value={value}
      defaultDate={value ?? undefined}
      minDate={min}
      onChange={(day) => day && onChange(day)}
    />
  )
}
