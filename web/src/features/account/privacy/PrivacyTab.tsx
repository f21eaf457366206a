import { DeletionSection } from './DeletionSection'
import { ExportSection } from './ExportSection'
import { LegalSection } from './LegalSection'

/** The export and the deletion of one's own data. */
export default function PrivacyTab() {
  return (
    <>
      <LegalSection />
      <ExportSection />
      <DeletionSection />
    </>
  )
}
