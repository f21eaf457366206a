import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LinkTabs } from '@/ui/LinkTabs'

/** The pages about waybills, those that the user may open. */
export function WaybillTabs() {
  const { t } = useTranslation('shell')
  const { can } = useProfile()
  const tabs = [
    can['mawb.list'] && { to: paths['mawbs.index'](), label: t('resources.mawb') },
    can['mawb_range.list'] && { to: paths['mawb_ranges.index'](), label: t('resources.mawb_range') },
  ].filter((tab) => tab !== undefined)
  return tabs.length > 1 ? <LinkTabs label={t('resources.mawb')} tabs={tabs} /> : null
}
