import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LinkTabs } from '@/ui/LinkTabs'

/** The pages about what carries bags, those that the user may open. */
export function WaybillTabs() {
  const { t } = useTranslation('shell')
  const { can } = useProfile()
  const tabs = [
    can['mawb.list'] && { to: paths['mawbs.index'](), label: t('resources.mawb') },
    can['master.list'] && { to: paths['masters.index'](), label: t('resources.master') },
    can['break_bag.list'] && { to: paths['break_bags.index'](), label: t('resources.break_bag') },
    can['cargo_message.list'] && { to: paths['cargo_messages.index'](), label: t('resources.cargo_message') },
    can['mawb_range.list'] && { to: paths['mawb_ranges.index'](), label: t('resources.mawb_range') },
  ].filter((tab) => tab !== undefined)
  return tabs.length > 1 ? <LinkTabs label={t('resources.mawb')} tabs={tabs} /> : null
}
