import { useTranslation } from 'react-i18next'
import { useDocumentTypeSelect } from '@/api/generated/endpoints/parties/parties'
import { type PartyDocumentKind, partyDocumentKindValues } from '@/api/schema'
import { useProfile } from '@/context/session'

/** A fixed kind, or one of the company's own types, which are all of the kind `other`. */
export type DocumentKind = { kind: PartyDocumentKind; type_id: string | null }

/** The kind that an option of `useDocumentKinds` stands for. */
export function readKind(option: string): DocumentKind {
  const kind = partyDocumentKindValues.find((known) => known === option)
  return kind ? { kind, type_id: null } : { kind: 'other', type_id: option }
}

/** The fixed kinds, then the company's own types. One that is no longer offered stays where it was chosen. */
export function useDocumentKinds(typeId: string | null | undefined, typeName: string | null | undefined) {
  const { t } = useTranslation('party-records')
  const { can } = useProfile()
  const { data } = useDocumentTypeSelect({}, { query: { enabled: can['document_type.select'] === true } })
  const fixed = partyDocumentKindValues.map((value) => ({
    value: value as string,
    label: t(`document.kind.${value}`),
  }))
  const own = data?.data.map(({ id, label }) => ({ value: id, label })) ?? []
  const missing =
    typeId && !own.some(({ value }) => value === typeId) ? [{ value: typeId, label: typeName ?? '…' }] : []
  return [...fixed, ...own, ...missing]
}
