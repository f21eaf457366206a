import { paths } from '@/context/paths'

export const SECTIONS = ['general', 'addresses', 'security', 'activity', 'notifications'] as const
export type Tab = (typeof SECTIONS)[number]

export const isTab = (name: string): name is Tab => SECTIONS.some((tab) => tab === name)

export const tabPath = (tab: Tab) =>
  tab === 'general' ? paths['my-account']() : paths['my-account.tab']({ tab })
