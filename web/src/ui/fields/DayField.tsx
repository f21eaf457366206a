import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { isDay } from './birthday'
import { isWholeText, showDay, takeDay } from './day-text'

const DayPicker = lazy(() => onceOnline(() => import('./DayPicker')))

const FIRST_PARTS = { day: undefined, month: 'monthFirst', year: 'yearFirst' } as const

type DayFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min'> & {
  /** A day of the API, 2026-11-21; the typed text while it is not a day. */
  value: string
  onChange(value: string): void
  /** The first day that the calendar offers. */
  min?: string
  /** False in a dropdown, which a click beside it would close. */
  withinPortal?: boolean
}

/** A day, typed as the reader's country writes it or chosen from a calendar. */
export function DayField({ value, onChange, min, withinPortal = true, error, ...props }: DayFieldProps) {
  const { t } = useTranslation()
  const { dayOrder } = useFormat()
  const format = t('dayFormat', { context: FIRST_PARTS[dayOrder] })
  const [opened, setOpened] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const isWrong = value !== '' && !isDay(value) && (isLeft || isWholeText(value))

  function choose(day: string) {
    onChange(day)
    setOpened(false)
  }

  return (
    <TextInput
      placeholder={format}
      inputMode="numeric"
      autoComplete="off"
      {...props}
      value={showDay(value, dayOrder)}
      error={error ?? (isWrong ? codeText('not_a_date', {}, format) : undefined)}
      onChange={(event) => {
        setLeft(false)
        onChange(takeDay(event.currentTarget.value, dayOrder))
      }}
      onBlur={() => setLeft(true)}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'ArrowDown') {
          event.preventDefault()
          setOpened(true)
        }
      }}
      rightSectionWidth={44}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          withinPortal={withinPortal}
          trapFocus
          returnFocus
          shadow="md"
        >
          <Popover.Target>
            <ActionIcon
              aria-label={t('dates.calendar')}
              disabled={props.disabled}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('dates.calendar')}>
            <Suspense fallback={<Skeleton width={252} height={286} />}>
              <DayPicker value={isDay(value) ? value : null} min={min} onChange={choose} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
