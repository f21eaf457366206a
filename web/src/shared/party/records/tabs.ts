export const PARTY_TABS = [
  'settings',
  'services',
  'contacts',
  'addresses',
  'accounts',
  'wallet',
  'documents',
  'history',
] as const
export type PartyTab = (typeof PARTY_TABS)[number]

/** The open tab in the address of a client's or a partner's page. */
export const partySearch = (raw: { tab?: unknown }): { tab?: PartyTab } => {
  const tab = PARTY_TABS.find((known) => known === raw.tab)
  return tab ? { tab } : {}
}
