import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import type { ImportField, ImportFieldInfo } from '@/api/schema'
import { useImportKind } from './kind'
import { GROUPS, groupOf } from './mapping'

const NONE: ImportFieldInfo[] = []

/** All that a column or a constant can mean; it changes with the server only. */
export function useImportFields(): ImportFieldInfo[] {
  const { data } = useImportKind().useFields(FOREVER)
  return data?.data ?? NONE
}

/** Sender, receiver and client have the same fields; of the two parties the names are put together. */
export function fieldLabel(field: ImportField, t: TFunction<'imports'>): string {
  const [, party, rest] = /^(to|from|client|stock)_(.+)$/.exec(field) ?? []
  if (party === 'stock') return t(`stockField.${rest}` as 'stockField.sku')
  if (party === 'client') return t(`partyField.${rest}` as 'partyField.name')
  if (party && rest)
    return t(`party.${party}` as 'party.to', { field: t(`partyField.${rest}` as 'partyField.name') })
  return t(`field.${field}` as 'field.weight')
}

export function useFieldLabel() {
  const { t } = useTranslation('imports')
  return (field: ImportField) => fieldLabel(field, t)
}

/** Fields under their headings, as a Select takes them; what is used elsewhere cannot be chosen twice. */
export const fieldOptions = (
  fields: readonly ImportFieldInfo[],
  t: TFunction<'imports'>,
  isTaken: (field: ImportField) => boolean,
) =>
  GROUPS.map((group) => ({
    group: t(`group.${group}`),
    items: fields
      .filter((info) => groupOf(info) === group)
      .map(({ field }) => ({ value: field, label: fieldLabel(field, t), disabled: isTaken(field) })),
  })).filter(({ items }) => items.length > 0)
