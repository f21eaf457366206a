import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanTaxId, formatCnpj, formatCpf, isCnpj, isCpf } from './tax-id'

/** Which number is asked for; `other` is a passport or a foreign tax number, taken as typed. */
export type PartyDocumentKind = 'cpf' | 'cnpj' | 'other'

type DocumentFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  kind: PartyDocumentKind
  /** Without marks, as the API has it. */
  value: string
  onChange(value: string): void
}

const FORMATS = { cpf: formatCpf, cnpj: formatCnpj, other: (text: string) => text }
const CHECKS = { cpf: isCpf, cnpj: isCnpj, other: () => true }
const LENGTHS = { cpf: 11, cnpj: 14, other: Number.POSITIVE_INFINITY }

export function DocumentField({ kind, value, onChange, error, onBlur, ...props }: DocumentFieldProps) {
  const { t } = useTranslation('codes')
  const [left, setLeft] = useState(false)
  const complete = cleanTaxId(value).length >= LENGTHS[kind]
  const wrong = value !== '' && (left || complete) && !CHECKS[kind](value)
  const message = kind === 'cpf' ? t('invalid_cpf') : t('invalid_cnpj')
  return (
    <TextInput
      {...props}
      // A CNPJ may hold letters, so no keyboard of digits only.
      inputMode={kind === 'cpf' ? 'numeric' : 'text'}
      autoCapitalize="characters"
      value={FORMATS[kind](value)}
      error={error ?? (wrong ? message : undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value
        onChange(kind === 'other' ? text : cleanTaxId(text).slice(0, LENGTHS[kind]))
      }}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
