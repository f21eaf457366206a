import type { Profile } from '@/api/schema'
import { paths } from '@/context/paths'
import { hasPortal } from '@/context/session'

/** Where a new shipment begins: step by step for a client, on one page for staff. */
export const newShipment = (profile: Profile) =>
  hasPortal(profile) ? paths['shipments.wizard']({ id: 'new', step: 'origin' }) : paths['shipments.create']()
