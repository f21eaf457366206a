import { type ComponentType, lazy } from 'react'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'

/** The tabs after the first: each is fetched with its texts when it is first opened. */
export const TABS: Partial<Record<string, ComponentType>> = {
  logo: lazy(() => onceOnline(() => import('@/features/settings/LogoPage'))),
  rules: lazy(() =>
    onceOnline(async () => {
      const [page] = await Promise.all([import('@/features/settings/RulesPage'), loadTexts('settings-rules')])
      return page
    }),
  ),
  emails: lazy(() => onceOnline(() => import('@/features/settings/EmailsPage'))),
  documents: lazy(() =>
    onceOnline(async () => {
      const [page] = await Promise.all([
        import('@/features/document-layouts/DocumentLayouts'),
        loadTexts('document-layouts'),
      ])
      return page
    }),
  ),
  legal: lazy(() => onceOnline(() => import('@/features/settings/LegalPage'))),
  domains: lazy(() =>
    onceOnline(async () => {
      const [page] = await Promise.all([import('@/features/domains/DomainsPage'), loadTexts('domains')])
      return page
    }),
  ),
}
