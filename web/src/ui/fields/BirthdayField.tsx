import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDay, problemOfBirthday } from './birthday'

type BirthdayFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** As typed: dd/mm/yyyy. */
  value: string
  onChange(value: string): void
  /** The day it is for the company. */
  today: string
}

export function BirthdayField({ value, onChange, today, error, ...props }: BirthdayFieldProps) {
  const { t } = useTranslation()
  const { t: codes } = useTranslation(['codes'])
  const complete = value.length === 10
  return (
    <TextInput
      {...props}
      placeholder={t('dayFormat')}
      inputMode="numeric"
      autoComplete="bday"
      value={value}
      error={error ?? (complete ? problemOfBirthday(value, today, codes) : undefined)}
      onChange={(event) => onChange(formatDay(event.currentTarget.value))}
    />
  )
}
