import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainList } from '@/api/generated/endpoints/domains/domains'
import { Permitted } from '@/blocks/Permitted'
import { useProfile } from '@/context/session'
import { SettingsTabs } from '@/shared/settings/SettingsTabs'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { AddDomain } from './AddDomain'
import { DomainItem } from './DomainItem'
import classes from './Domains.module.css'

export default function DomainsPage() {
  return (
    <Permitted to="domain.list">
      <Domains />
    </Permitted>
  )
}

/** Where the company is found: its hosts, the primary one first. */
function Domains() {
  const { t } = useTranslation('domains')
  const { t: settings } = useTranslation('settings')
  const { can } = useProfile()
  const domains = useDomainList({ query: { staleTime: 0 } })
  const [adding, setAdding] = useState(false)
  const current = domains.data?.data.find(({ is_current }) => is_current)?.host
  return (
    <ResourcePage
      title={settings('title')}
      text={t('text')}
      width="form"
      action={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={!can['domain.create']}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      }
    >
      <SettingsTabs />
      {domains.data && (
        <ul className={classes.list} aria-label={t('list')}>
          {domains.data.data.map((domain) => (
            <DomainItem key={domain.host} domain={domain} current={current} />
          ))}
        </ul>
      )}
      {!domains.data && domains.error && <LoadFailure title={t('failed')} result={domains} />}
      {!domains.data && !domains.error && <Skeleton height={320} radius="md" />}
      <AddDomain opened={adding} onClose={() => setAdding(false)} />
    </ResourcePage>
  )
}
