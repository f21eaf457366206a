import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { regulatoryDocumentReplace } from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryDocumentRecord } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { OwnedForm } from '@/shared/party/records/OwnedForm'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { FileField } from '@/ui/fields/FileField'
import { refreshShipmentDocuments } from './refresh'

const MAX_BYTES = 10 * 1024 * 1024

type NewerValues = { expires_on: string | null; file: File | null }
type ReplaceShipmentDocumentProps = {
  document: RegulatoryDocumentRecord
} & DialogState<RegulatoryDocumentRecord>

/** Takes the newer version of a document of a shipment. */
export default function ReplaceShipmentDocument({ document, opened, onClose }: ReplaceShipmentDocumentProps) {
  const { t } = useTranslation(['party-documents', 'party-records', 'common'])
  const client = useQueryClient()
  const { id, version, request_id, kind, shipment } = document
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('replace.title', { kind: t(`shipmentKind.${kind}`), owner: shipment.tracking_code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OwnedForm<NewerValues>
        name={`shipment-document-after-${id}`}
        title={t('replace.text')}
        initial={{ expires_on: null, file: null }}
        validate={{}}
        submit={({ expires_on, file }) =>
          regulatoryDocumentReplace(id, {
            ...(expires_on && { expires_on }),
            ...(file && { file, file_name: file.name }),
            version,
          })
        }
        refresh={() => refreshShipmentDocuments(client, request_id)}
        onClose={onClose}
      >
        {({ values, errors, input, set }) => (
          <>
            <DayField {...input('expires_on')} label={t('field.expires_on')} />
            <FileField
              label={t('field.file')}
              text={t('party-records:document.fileText')}
              value={values.file}
              accept=".pdf,.jpg,.jpeg,.png"
              maxBytes={MAX_BYTES}
              error={errors.file}
              onChange={(file) => set('file', file)}
            />
          </>
        )}
      </OwnedForm>
    </Modal>
  )
}
