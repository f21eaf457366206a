import { useState } from 'react'
import type { ImportMapping, ShipmentImport } from '@/api/schema'
import { clearDraft, readDraft, writeDraft } from '@/ui/draft'
import { same } from './mapping'

type Edited = { mapping: ImportMapping; clientId: string | null }

/** The mapping as it is on the screen; it outlives Back, a reload and a crash. */
export function useMapping(shown: ShipmentImport) {
  // One draft for each version: what somebody else saved since is not overwritten by an old one.
  const name = `import-${shown.id}-${shown.version}`
  const saved: Edited = { mapping: shown.mapping, clientId: shown.client_id }
  const [edited, setEdited] = useState<Edited>(() => ({ ...saved, ...readDraft<Edited>(name) }))

  function change(patch: Partial<Edited>) {
    const next = { ...edited, ...patch }
    setEdited(next)
    writeDraft(name, next)
  }

  return {
    ...edited,
    isChanged: edited.clientId !== saved.clientId || !same(edited.mapping, saved.mapping),
    setMapping: (mapping: ImportMapping) => change({ mapping }),
    setClientId: (clientId: string | null) => change({ clientId }),
    forget: () => clearDraft(name),
  }
}
