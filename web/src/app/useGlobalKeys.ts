import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths, type RouteName } from '@/context/paths'
import { useProfile } from '@/context/session'
import { newShipment } from '@/shared/shipments/new-shipment'
import { useShortcuts } from '@/ui/shortcuts'
import { keepKeys } from './early-keys'

/** Ctrl/Cmd+K and '?', everywhere, and 'n' in lists. */
export function useGlobalKeys({ palette, keys }: { palette(): void; keys(): void }) {
  const begin = useNewShipment()
  useShortcuts({ '?': keys, n: begin })
  const latest = useRef(palette)
  useEffect(() => {
    latest.current = palette
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      keepKeys()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const names = Object.keys(paths) as RouteName[]
const LISTS = new Set(names.filter((name) => name.endsWith('.index')).map((name) => paths[name]({} as never)))

/** Begins a shipment from any list; elsewhere a lone letter may be the beginning of a scanned code. */
function useNewShipment() {
  const router = useRouter()
  const navigate = useNavigate()
  const profile = useProfile()
  return () => {
    if (profile.can['shipment.create'] && LISTS.has(router.state.location.pathname))
      void navigate({ to: newShipment(profile) })
  }
}
