import { Group, Input, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { splitExtension, withExtension } from './phone-extension'
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
  /** E.164, with an extension: '+5511987654321', '+12125550100;ext=42'; empty when nothing is typed. */
  value: string
  onChange(value: string): void
  codes: CallingCode[]
  /** The country of the address: its code stands there until another one is chosen here. */
  defaultCountry: string
  error?: ReactNode
  required?: boolean
  'data-path'?: string
}

const digits = (text: string) => text.replace(/\D/g, '')

/** The longest code the number begins with: '+1809…' is not the United States. Of two countries with one code, the likelier. */
function countryOf(value: string, codes: CallingCode[], likely: string) {
  const all = digits(value)
  const fitting = all ? codes.filter(({ ddi }) => all.startsWith(digits(ddi))) : []
  const longest = Math.max(...fitting.map(({ ddi }) => digits(ddi).length))
  const best = fitting.filter(({ ddi }) => digits(ddi).length === longest)
  return (best.find(({ alpha2 }) => alpha2 === likely) ?? best[0])?.alpha2 ?? likely
}

/** The number as it was last written here, under which country's code, and whether somebody chose that code. */
type Written = { value: string; country: string; chosen: boolean }

/** The country of the code: the address's, as long as the number is empty or was typed here under the address's code. */
function useCountry({ value, codes, defaultCountry, onChange }: PhoneFieldProps) {
  const [written, setWritten] = useState<Written>()
  const isOwn = written?.value === value
  const follows = isOwn ? !written.chosen : value === ''
  const country = follows ? defaultCountry : isOwn ? written.country : countryOf(value, codes, defaultCountry)
  const prefixOf = (alpha2: string) => digits(codes.find((code) => code.alpha2 === alpha2)?.ddi ?? '')

  function write(number: string, under: string, chosen: boolean) {
    const next = number ? `+${prefixOf(under)}${number}` : ''
    setWritten({ value: next, country: under, chosen })
    if (next !== value) onChange(next)
    return next
  }

  const rest = (under: string) => {
    const [typed, prefix] = [digits(value), prefixOf(under)]
    return typed.startsWith(prefix) ? typed.slice(prefix.length) : typed
  }

  // The address has another country now: the number that was typed here gets its code.
  useEffect(() => {
    if (isOwn && follows && value && written.country !== country) write(rest(written.country), country, false)
  })

  // A number that was stored keeps its code while its digits are changed.
  return { country, rest: rest(country), chosen: isOwn ? written.chosen : value !== '', write }
}

export function PhoneField(props: PhoneFieldProps) {
  const { label, codes, error, required } = props
  const { t } = useTranslation()
  const id = useId()
  const { number, extension } = splitExtension(props.value)
  const onChange = (next: string) => props.onChange(withExtension(next, extension))
  const { country, rest, chosen, write } = useCountry({ ...props, value: number, onChange })
  const [asked, setAsked] = useState(false)
  const code = codes.find(({ alpha2 }) => alpha2 === country)
  const hasExtension = asked || extension !== null

  /** A letter such as the x in '555-0100 x42' leads to the extension. */
  function read(typed: string) {
    const parts = splitExtension(typed)
    const next = write(digits(parts.number), country, chosen)
    if (parts.extension === null) return
    setAsked(true)
    if (parts.extension) props.onChange(withExtension(next, parts.extension))
  }

  return (
    <Input.Wrapper label={label} error={error} required={required} labelElement="label" id={id}>
      <Group gap={6} wrap={hasExtension ? 'wrap' : 'nowrap'} mb={error ? 4 : 0}>
        <NativeSelect
          w="7.5rem"
          aria-label={t('phone.code', { label })}
          value={country}
          data={codes.map((item) => ({ value: item.alpha2, label: `${item.alpha2} +${digits(item.ddi)}` }))}
          onChange={(event) => write(rest, event.currentTarget.value, true)}
        />
        <TextInput
          id={id}
          flex={1}
          miw={hasExtension ? '9rem' : undefined}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          data-path={props['data-path']}
          error={Boolean(error)}
          required={required}
          value={maskPhone(rest, code?.mask ?? [])}
          onChange={(event) => read(event.currentTarget.value)}
        />
        {hasExtension && (
          <Extension
            label={t('phone.extension', { label })}
            value={extension ?? ''}
            isAsked={asked}
            onChange={(typed) => props.onChange(withExtension(number, typed))}
          />
        )}
      </Group>
    </Input.Wrapper>
  )
}

type ExtensionProps = { label: string; value: string; isAsked: boolean; onChange(value: string): void }

/** Has the focus once somebody began to type an extension behind the number. */
function Extension({ label, value, isAsked, onChange }: ExtensionProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  return (
    <TextInput
      ref={input}
      w="5.5rem"
      aria-label={label}
      leftSection={<span>x</span>}
      inputMode="numeric"
      maxLength={7}
      value={value}
      onChange={(event) => onChange(digits(event.currentTarget.value))}
    />
  )
}
