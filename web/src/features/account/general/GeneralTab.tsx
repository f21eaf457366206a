import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import type { Account } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { TabPending } from '../TabPending'
import { useAccount, useRefreshAccount } from '../useAccount'
import { GeneralForm } from './GeneralForm'
import { LanguageChanged } from './LanguageChanged'
import { PictureSection } from './PictureSection'

const StationPrinterCard = lazy(() => onceOnline(() => import('@/shared/labels/StationPrinterCard')))

export default function GeneralTab() {
  const { t, i18n } = useTranslation('account')
  const { result, account } = useAccount()
  const { data: choices, error, refetch: retry } = useChoices()
  const zones = useLookupTimezones(undefined, FOREVER)
  const refresh = useRefreshAccount()
  const [reload, setReload] = useState(false)
  const failed = result.error ?? error ?? zones.error
  if (!account || !choices || !zones.data) {
    if (!failed) return <TabPending />
    const again = () => Promise.all([result.refetch(), retry(), zones.refetch()])
    return (
      <LoadFailure
        title={t('failed')}
        result={{ error: failed, isFetching: result.isFetching, refetch: again }}
      />
    )
  }

  function onSaved(saved: Account) {
    // The server already answers in the new language, so the page is reloaded.
    if (saved.language_id !== i18n.language) setReload(true)
    else void refresh()
  }

  return (
    <>
      <PictureSection account={account} onSaved={refresh} />
      <GeneralForm account={account} choices={choices} zones={zones.data.data} onSaved={onSaved} />
      <Suspense>
        <StationPrinterCard />
      </Suspense>
      <LanguageChanged opened={reload} />
    </>
  )
}
