import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'

const LISTS = [
  { entry: 'shipments', label: 'resources.shipment', to: paths['shipments.index']() },
  { entry: 'clients', label: 'resources.client', to: paths['clients.index']() },
  { entry: 'providers', label: 'resources.provider', to: paths['providers.index']() },
  { entry: 'services', label: 'resources.service', to: paths['services.index']() },
  { entry: 'subsidiaries', label: 'resources.subsidiary', to: paths['subsidiaries.index']() },
] as const

/** Links to the most used lists, where the company wants them. */
export function Shortcuts() {
  const { t } = useTranslation(['dashboard', 'shell'])
  const { menu } = useProfile()
  const { config } = useSite()
  const shown = LISTS.filter(({ entry }) => menu[entry])
  if (!config.dashboard_shortcuts || shown.length === 0) return null
  return (
    <nav aria-label={t('shortcuts')}>
      <Group gap="lg">
        {shown.map(({ entry, label, to }) => (
          <Anchor key={entry} component={AppLink} to={to}>
            {t(`shell:${label}`)}
          </Anchor>
        ))}
      </Group>
    </nav>
  )
}
