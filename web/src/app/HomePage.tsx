import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/EmptyState'
import { ResourcePage } from '@/ui/ResourcePage'
import { useProfile } from './session'
import { useSite } from './site'

/** For somebody whose menu is empty: a user nobody has given anything to do yet. */
export function HomePage() {
  const { t } = useTranslation('shell')
  const { name } = useProfile()
  const { domain } = useSite()
  return (
    <ResourcePage title={domain.name}>
      <EmptyState icon={IconHome} title={t('welcome', { name })} text={t('welcomeText')} />
    </ResourcePage>
  )
}
