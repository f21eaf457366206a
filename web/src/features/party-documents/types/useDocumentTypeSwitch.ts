import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  documentTypeActivate,
  documentTypeDeactivate,
  documentTypeDelete,
  documentTypeRestore,
  getDocumentTypeShowQueryKey,
  invalidateDocumentTypeList,
  invalidateDocumentTypeSelect,
  invalidatePartyDocumentList,
} from '@/api/generated/endpoints/parties/parties'
import type { PartyDocumentType } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

/** Documents show the names of their types, and when these end them. */
export function refreshDocumentTypes(queryClient: QueryClient, saved: PartyDocumentType) {
  queryClient.setQueryData(getDocumentTypeShowQueryKey(saved.id), { data: saved })
  void invalidateDocumentTypeList(queryClient)
  void invalidateDocumentTypeSelect(queryClient)
  void invalidatePartyDocumentList(queryClient)
}

export function useDocumentTypeSwitch() {
  const { t } = useTranslation('document-types')
  return useSwitch<PartyDocumentType>({
    activate: documentTypeActivate,
    deactivate: documentTypeDeactivate,
    remove: documentTypeDelete,
    restore: documentTypeRestore,
    nameOf: ({ name }) => name,
    refresh: refreshDocumentTypes,
    words: (_, active) => ({ text: active ? t('deactivate') : t('activate') }),
  })
}
