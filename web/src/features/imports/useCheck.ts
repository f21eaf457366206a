import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldTexts } from '@/api/errors'
import type { Import } from '@/api/schema'
import { useImportKind } from './kind'
import { placeOf } from './mapping'
import type { useMapping } from './useMapping'

/** Saves the mapping and starts the dry run; false when it was refused. */
export function useCheck(shown: Import, edited: ReturnType<typeof useMapping>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const kind = useImportKind()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { mapping, clientId: client_id, subsidiaryId: subsidiary_id, partnerId: partner_id } = edited

  async function check(): Promise<boolean> {
    setPending(true)
    setFailure(undefined)
    try {
      // A suggestion that was looked at is saved too: from then on it is remembered.
      if (edited.isChanged || shown.version === 1) {
        const { version } = shown
        await kind.update(shown.id, { mapping, client_id, subsidiary_id, partner_id, version })
        edited.forget()
      }
      await kind.check(shown.id)
      // First the state, then the address: a step the import has not come to would be taken back.
      await kind.invalidate(queryClient, shown.id)
      await navigate({ to: '.', search: { step: 'check' } })
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      setPending(false)
    }
  }

  const places = Object.entries(fieldTexts(failure)).map(([path, text]) => [placeOf(path, mapping), text])
  return { check, isPending, failure, errors: Object.fromEntries(places) as Record<string, string> }
}
