import { useTranslation } from 'react-i18next'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LinkTabs } from '@/ui/LinkTabs'
import { DOCUMENT_STATES } from './list'

type DocumentTab = (typeof DOCUMENT_STATES)[number]
type DocumentTabsProps = { state: DocumentTab | undefined; onChange(state: DocumentTab | undefined): void }

/** The two lists of documents, those of parties and those of shipments, and the states in each. */
export function DocumentTabs({ state, onChange }: DocumentTabsProps) {
  const { t } = useTranslation('party-documents')
  const { can } = useProfile()
  return (
    <>
      {can['party_document.list'] && can['regulatory_request.list'] && (
        <LinkTabs
          label={t('title')}
          tabs={[
            { to: paths['party_documents.index'](), label: t('list.parties') },
            { to: paths['shipment_documents.index'](), label: t('list.shipments') },
          ]}
        />
      )}
      <StatusTabs
        label={t('field.state')}
        value={state ?? 'all'}
        tabs={DOCUMENT_STATES.map((value) => ({ value, label: t(`tab.${value}`) }))}
        totals={undefined}
        onChange={onChange}
      />
    </>
  )
}
