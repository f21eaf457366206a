import { DeletionSection } from './DeletionSection'
import { ExportSection } from './ExportSection'

/** What somebody can do with the own data. */
export default function PrivacyTab() {
  return (
    <>
      <ExportSection />
      <DeletionSection />
    </>
  )
}
