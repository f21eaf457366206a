import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { formatDay, isDay, parseDay, problemOfBirthday, typedDay } from './birthday'

type BirthdayFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** A day of the API, 2008-11-21; the typed text while it is not a day. */
  value: string
  onChange(value: string): void
  /** The day it is for the company. */
  today: string
}

export function BirthdayField({ value, onChange, today, error, ...props }: BirthdayFieldProps) {
  const { t } = useTranslation()
  const { t: codes } = useTranslation(['codes'])
  const { monthFirst } = useFormat()
  const complete = isDay(value) || value.length === 10
  return (
    <TextInput
      {...props}
      placeholder={t('dayFormat', { context: monthFirst ? 'monthFirst' : undefined })}
      inputMode="numeric"
      autoComplete="bday"
      value={typedDay(value, monthFirst)}
      error={error ?? (complete ? problemOfBirthday(value, today, codes) : undefined)}
      onChange={(event) => {
        const text = formatDay(event.currentTarget.value)
        onChange(parseDay(text, monthFirst) ?? text)
      }}
    />
  )
}
