import { DeletionSection } from './DeletionSection'
import { ExportSection } from './ExportSection'
import { LegalSection } from './LegalSection'

/** What somebody can do with the own data. */
export default function PrivacyTab() {
  return (
    <>
      <LegalSection />
      <ExportSection />
      <DeletionSection />
    </>
  )
}
