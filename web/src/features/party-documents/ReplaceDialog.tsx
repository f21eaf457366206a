import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidatePartyDocumentList, partyDocumentReplace } from '@/api/generated/endpoints/parties/parties'
import type { PartyDocument } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import {
  DocumentFieldset,
  type DocumentValues,
  fieldsOf,
  filled,
  valuesOf,
} from '@/shared/party/records/Documents'
import { OwnedForm } from '@/shared/party/records/OwnedForm'
import { useOpened } from '@/ui/dialogs/overlay'

type ReplaceDialogProps = { document: PartyDocument } & DialogState<PartyDocument>

/** Takes the newer version of a document: its days are not those of the old one. */
export default function ReplaceDialog({ document, opened, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation(['party-documents', 'common'])
  const client = useQueryClient()
  const kind = document.type_name ?? t(`kind.${document.kind}`)
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('replace.title', { kind, owner: document.owner_name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OwnedForm<DocumentValues>
        name={`party-document-after-${document.id}`}
        title={t('replace.text')}
        initial={{ ...valuesOf(document), issued_on: null, expires_on: null }}
        validate={{}}
        submit={({ version = document.version, ...values }) =>
          partyDocumentReplace(document.id, {
            ...filled(fieldsOf(values)),
            ...(values.file && { file: values.file, file_name: values.file.name }),
            version,
          })
        }
        refresh={() => invalidatePartyDocumentList(client)}
        onClose={onClose}
      >
        {(fields) => <DocumentFieldset fields={fields} typeName={document.type_name} isNew />}
      </OwnedForm>
    </Modal>
  )
}
