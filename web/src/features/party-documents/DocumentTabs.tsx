import { useTranslation } from 'react-i18next'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LinkTabs } from '@/ui/LinkTabs'
import { DOCUMENT_STATES } from './list'

type DocumentTab = (typeof DOCUMENT_STATES)[number]
type DocumentTabsProps = { state: DocumentTab | undefined; onChange(state: DocumentTab | undefined): void }

/** The lists of documents, those of parties and those of shipments, and the company's own types. */
export function DocumentLists() {
  const { t } = useTranslation('party-documents')
  const { can } = useProfile()
  const tabs = [
    can['party_document.list'] === true && { to: paths['party_documents.index'](), label: t('list.parties') },
    can['regulatory_request.list'] === true && {
      to: paths['shipment_documents.index'](),
      label: t('list.shipments'),
    },
    can['document_type.list'] === true && { to: paths['document_types.index'](), label: t('list.types') },
  ].filter((tab) => tab !== false)
  return tabs.length > 1 ? <LinkTabs label={t('title')} tabs={tabs} /> : null
}

/** The lists, and the states in each. */
export function DocumentTabs({ state, onChange }: DocumentTabsProps) {
  const { t } = useTranslation('party-documents')
  return (
    <>
      <DocumentLists />
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
