import { Tabs } from '@mantine/core'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DETAILS, RECORD_TABS } from '@/blocks/first-panel'
import { useProfile } from '@/context/session'
import type { Address } from '@/ui/fields/AddressFields'
import { Addresses } from './Addresses'
import { BankAccounts } from './BankAccounts'
import { Contacts } from './Contacts'
import { Documents } from './Documents'
import { History } from './History'
import type { OwnerRef } from './owner'
import classes from './Records.module.css'
import type { PartyTab } from './tabs'
import { Wallet } from './Wallet'

type Panel = { tab: PartyTab; right: string; content: ReactNode }
/** A tab that only one kind of owner has. */
type OwnTab = { tab: PartyTab; label: string; content: ReactNode }

export type PartyTabsProps = {
  owner: OwnerRef
  /** The address of the record itself; null for one without. */
  own: Address | null
  /** Tabs of this kind of owner, after the form. */
  first?: OwnTab[]
}

/** The tabs of a client, a partner or a subsidiary that the user may open. The first is the form of the page. */
export default function PartyTabs({ owner, own, first = [] }: PartyTabsProps) {
  const { t } = useTranslation('party-records')
  const { can } = useProfile()
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false }) as { tab?: PartyTab }
  const panels: Panel[] = [
    { tab: 'contacts', right: 'contact.list', content: <Contacts owner={owner} /> },
    { tab: 'addresses', right: 'party_address.list', content: <Addresses owner={owner} own={own} /> },
    { tab: 'accounts', right: 'bank_account.list', content: <BankAccounts owner={owner} /> },
    ...(owner.owner_type === 'client'
      ? [{ tab: 'wallet' as const, right: 'wallet.show', content: <Wallet id={owner.owner_id} /> }]
      : []),
    { tab: 'documents', right: 'party_document.list', content: <Documents owner={owner} /> },
    { tab: 'history', right: 'audit_entry.list', content: <History id={owner.owner_id} /> },
  ]
  const granted = panels.filter(({ right }) => (can as Record<string, boolean | undefined>)[right])
  const open: OwnTab[] = [
    ...first,
    ...granted.map(({ tab, content }) => ({ tab, label: t(`tab.${tab as 'contacts'}`), content })),
  ]
  const isOpen = tab === undefined || open.some((panel) => panel.tab === tab)
  if (!isOpen) return <Navigate to="." search={{} as never} replace />
  const show = (next: string | null) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, tab: next === DETAILS ? undefined : next }) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <Tabs id={RECORD_TABS} value={tab ?? DETAILS} onChange={show} keepMounted={false}>
      <Tabs.List aria-label={t('tabs')} className={classes.bar}>
        <Tabs.Tab value={DETAILS}>{t('tab.details')}</Tabs.Tab>
        {open.map(({ tab, label }) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {open.map(({ tab, content }) => (
        <Tabs.Panel key={tab} value={tab}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
