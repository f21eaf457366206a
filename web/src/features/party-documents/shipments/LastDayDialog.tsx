import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { regulatoryDocumentUpdate } from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryDocumentRecord } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { OwnedForm } from '@/shared/party/records/OwnedForm'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { refreshShipmentDocuments } from './refresh'

type LastDayValues = { expires_on: string | null }
type LastDayDialogProps = { document: RegulatoryDocumentRecord } & DialogState<RegulatoryDocumentRecord>

/** Changes the last day of a document of a shipment. */
export default function LastDayDialog({ document, opened, onClose }: LastDayDialogProps) {
  const { t } = useTranslation(['party-documents', 'common'])
  const client = useQueryClient()
  const { id, version, request_id, kind, shipment } = document
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('lastDay.title', { kind: t(`shipmentKind.${kind}`), owner: shipment.tracking_code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OwnedForm<LastDayValues>
        name={`shipment-document-${id}`}
        title={t('lastDay.text')}
        initial={{ expires_on: document.expires_on }}
        validate={{}}
        submit={(values) => regulatoryDocumentUpdate(id, { ...values, version })}
        refresh={() => refreshShipmentDocuments(client, request_id)}
        onClose={onClose}
      >
        {({ input }) => <DayField {...input('expires_on')} label={t('field.expires_on')} />}
      </OwnedForm>
    </Modal>
  )
}
