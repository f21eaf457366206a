import { IconCircleCheck, IconDownload, IconEye, IconFilePlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidatePartyDocumentList, partyDocumentVerify } from '@/api/generated/endpoints/parties/parties'
import type { PartyDocument, Profile } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { ownerPage } from './owner-page'

const ReplaceDialog = lazy(() => onceOnline(() => import('./ReplaceDialog')))

const documentActions = (
  t: TFunction<'party-documents'>,
  can: Profile['can'],
): RecordAction<PartyDocument>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: ownerPage },
  {
    label: t('action.download'),
    icon: IconDownload,
    when: ({ file_name }) => file_name !== null,
    to: ({ id }) => `/api/party_documents/${id}/file`,
    newTab: true,
  },
  {
    verb: 'verify',
    label: t('action.verify'),
    icon: IconCircleCheck,
    refused: ({ state }) =>
      can['party_document.verify'] && state === 'expired' ? t('verify.expired') : undefined,
    ask: ({ kind, type_name, owner_name }) => ({
      title: t('verify.title', { kind: type_name ?? t(`kind.${kind}`), owner: owner_name }),
      text: t('verify.text'),
    }),
    run: ({ id, version }) => partyDocumentVerify(id, { version }),
    done: () => t('verify.done'),
  },
  {
    verb: 'replace',
    label: t('action.replace'),
    icon: IconFilePlus,
    dialog: (document, state) => <ReplaceDialog document={document} {...state} />,
  },
]

/** What can be done with a document in the list. */
export function usePartyDocumentActions() {
  const { t } = useTranslation('party-documents')
  const { can } = useProfile()
  return useRecordActions<PartyDocument>({
    actions: documentActions(t, can),
    refresh: (client) => void invalidatePartyDocumentList(client),
  })
}
