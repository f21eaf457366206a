import type { Profile } from '@/api/schema'
import { paths } from '@/context/paths'

export const SECTIONS = [
  'general',
  'client',
  'colleagues',
  'addresses',
  'security',
  'activity',
  'notifications',
  'privacy',
] as const
export type Tab = (typeof SECTIONS)[number]

export const isTab = (name: string): name is Tab => SECTIONS.some((tab) => tab === name)

export const tabPath = (tab: Tab) =>
  tab === 'general' ? paths['my-account']() : paths['my-account.tab']({ tab })

/** Whether somebody has such a tab: some are for users of a client only. */
export function isOffered(tab: Tab, { client_id, can }: Profile) {
  if (tab === 'client') return client_id !== null
  if (tab === 'colleagues') return client_id !== null && can['colleague.list'] === true
  return true
}
