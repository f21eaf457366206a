import { Group, Input, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maskPhone } from './phone-mask'

/** A country's calling code, as the lookups have it. */
export type CallingCode = {
  alpha2: string
  ddi: string
  /** Forms of a national number, '#' for a digit. */
  mask: string[]
  label: string
}

type PhoneFieldProps = {
  label: string
  /** E.164: '+5511987654321'; empty when nothing is typed. */
  value: string
  onChange(value: string): void
  codes: CallingCode[]
  /** Country of the code shown at first. */
  defaultCountry: string
  error?: ReactNode
  required?: boolean
  'data-path'?: string
}

const digits = (text: string) => text.replace(/\D/g, '')

/** The longest code the number begins with: '+1809…' is not the United States. */
export function splitPhone(value: string, codes: CallingCode[]) {
  const all = digits(value)
  const code = codes
    .filter(({ ddi }) => all.startsWith(digits(ddi)))
    .sort((a, b) => digits(b.ddi).length - digits(a.ddi).length)[0]
  return code && { code, rest: all.slice(digits(code.ddi).length) }
}

export function PhoneField(props: PhoneFieldProps) {
  const { label, value, onChange, codes, defaultCountry, error, required } = props
  const { t } = useTranslation()
  const id = useId()
  const [country, setCountry] = useState(() => splitPhone(value, codes)?.code.alpha2 ?? defaultCountry)
  const code = codes.find(({ alpha2 }) => alpha2 === country)
  const ddi = digits(code?.ddi ?? '')
  const typed = digits(value)
  const rest = typed.startsWith(ddi) ? typed.slice(ddi.length) : typed

  const emit = (prefix: string, number: string) => onChange(number ? `+${prefix}${number}` : '')

  return (
    <Input.Wrapper label={label} error={error} required={required} labelElement="label" id={id}>
      <Group gap={6} wrap="nowrap" mb={error ? 4 : 0}>
        <NativeSelect
          w="7.5rem"
          aria-label={t('phone.code', { label })}
          value={country}
          data={codes.map((item) => ({ value: item.alpha2, label: `${item.alpha2} +${digits(item.ddi)}` }))}
          onChange={(event) => {
            const next = codes.find(({ alpha2 }) => alpha2 === event.currentTarget.value)
            setCountry(event.currentTarget.value)
            emit(digits(next?.ddi ?? ''), rest)
          }}
        />
        <TextInput
          id={id}
          flex={1}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          data-path={props['data-path']}
          error={Boolean(error)}
          required={required}
          value={maskPhone(rest, code?.mask ?? [])}
          onChange={(event) => emit(ddi, digits(event.currentTarget.value))}
        />
      </Group>
    </Input.Wrapper>
  )
}
