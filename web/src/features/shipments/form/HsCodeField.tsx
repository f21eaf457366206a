import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getHsCodeSelectQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import type { HsCode } from '@/api/schema'
import { SuggestField, type Suggestion } from '@/ui/fields/SuggestField'
import { localeText } from '@/ui/locale-text'
import { patchOf } from './earlier-item'
import type { Fields } from './fields'
import { writeTariffCode } from './tariff-code'
import type { ItemRow } from './values'

type Props = {
  item: ItemRow
  path: string
  fields: Fields
  /** The price stands: an earlier item brings no value. */
  priced: boolean
  /** The price has import taxes at this code. */
  taxed: boolean
  onChange(patch: Partial<ItemRow>): void
}

/** A tariff code, searched by words or digits. What the client sent before comes first. */
export function HsCodeField({ item, path, fields, priced, taxed, onChange }: Props) {
  const { t, i18n } = useTranslation('shipment-form')
  const { client_id, currency } = fields.values
  // Words are a search: only digits are a code, so a draft is never saved with words in it.
  const [words, setWords] = useState('')
  function change(text: string) {
    const isCode = DIGITS.test(text)
    setWords(isCode ? '' : text)
    onChange({ hs_code: isCode ? text || null : null })
  }
  return (
    <div data-width="half">
      <SuggestField<HsCode>
        {...fields.at(`${path}.hs_code`)}
        label={t('field.hs_code')}
        placeholder={t('hsSearch')}
        maxLength={60}
        disabled={taxed}
        value={item.hs_code ?? words}
        onChange={change}
        onPick={(found) => {
          setWords('')
          onChange(patchOf(item, found, { currency, priced }))
        }}
        suggestions={(search) => ({
          ...getHsCodeSelectQueryOptions({
            ...(search && { search: search.slice(0, 100) }),
            ...(client_id && { client_id }),
          }),
          select: ({ data }: { data: HsCode[] }) => suggestionsOf(data, i18n.language),
        })}
      />
    </div>
  )
}

const DIGITS = /^[\d.\s-]*$/

const suggestionsOf = (found: HsCode[], language: string): Suggestion<HsCode>[] =>
  found.map((one) => ({
    // An earlier item has a description, and the same code may have several.
    key: JSON.stringify([one.code, one.description]),
    label: writeTariffCode(one.code),
    hint: one.description ?? localeText(one.name_locale, language),
    value: one,
  }))
