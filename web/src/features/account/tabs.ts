import type { Profile } from '@/api/schema'
import { paths } from '@/context/paths'

export const SECTIONS = ['general', 'client', 'addresses', 'security', 'activity', 'notifications'] as const
export type Tab = (typeof SECTIONS)[number]

export const isTab = (name: string): name is Tab => SECTIONS.some((tab) => tab === name)

export const tabPath = (tab: Tab) =>
  tab === 'general' ? paths['my-account']() : paths['my-account.tab']({ tab })

/** Whether somebody has such a tab: the client's own ones are for users of a client. */
export const isOffered = (tab: Tab, profile: Profile) => tab !== 'client' || profile.client_id !== null
