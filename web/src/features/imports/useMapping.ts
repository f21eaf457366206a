import { useState } from 'react'
import type { Import, ImportMapping } from '@/api/schema'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'
import { same } from './mapping'

type Edited = {
  mapping: ImportMapping
  clientId: string | null
  subsidiaryId: string | null
  partnerId: string | null
}

/** The mapping as it is on the screen; it outlives Back, a reload and a crash. */
export function useMapping(shown: Import) {
  // One draft for each version: what somebody else saved since is not overwritten by an old one.
  const name = `import-${shown.id}-${shown.version}`
  const { mapping, client_id: clientId, subsidiary_id: subsidiaryId, partner_id: partnerId } = shown
  const saved: Edited = { mapping, clientId, subsidiaryId, partnerId }
  const [edited, setEdited] = useState<Edited>(() => ({ ...saved, ...readDraft<Edited>(name) }))

  function change(patch: Partial<Edited>) {
    const next = { ...edited, ...patch }
    setEdited(next)
    writeDraft(name, next)
  }

  return {
    ...edited,
    isChanged:
      edited.clientId !== saved.clientId ||
      edited.subsidiaryId !== saved.subsidiaryId ||
      edited.partnerId !== saved.partnerId ||
      !same(edited.mapping, saved.mapping),
    setMapping: (next: ImportMapping) => change({ mapping: next }),
    setClientId: (id: string | null) => change({ clientId: id }),
    setSubsidiaryId: (id: string | null) => change({ subsidiaryId: id }),
    setPartnerId: (id: string | null) => change({ partnerId: id }),
    forget: () => clearDraft(name),
  }
}
