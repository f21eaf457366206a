import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { domainCheck } from '@/api/generated/endpoints/domains/domains'
import type { TenantDomain } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { TestNow } from '@/shared/integrations/TestNow'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import type { Loaded } from './loaded'

/** The company's hosts, and whether their proofs are there. */
export function DomainsCard({ domains }: { domains: Loaded<TenantDomain[]> }) {
  const { t } = useTranslation('connections')
  return (
    <PageCard title={t('domains.title')}>
      {domains.data?.data.map((domain) => (
        <Domain key={domain.host} domain={domain} onTested={() => void domains.refetch()} />
      ))}
      {!domains.data && domains.error ? <LoadFailure title={t('failed')} result={domains} /> : null}
      <Anchor component={AppLink} to={paths['tenant_settings.tab']({ tab: 'domains' })} size="sm">
        {t('domains.settings')}
      </Anchor>
    </PageCard>
  )
}

type DomainProps = { domain: TenantDomain; onTested(): void }

function Domain({ domain: { host, verified_at, proof_missing_since }, onTested }: DomainProps) {
  const { t } = useTranslation('connections')
  const { can } = useProfile()
  return (
    <section aria-label={host}>
      <Text size="sm">
        <strong>{host}</strong>{' '}
        {verified_at ? (
          <>
            {t('domains.proven')} <Moment at={verified_at} relative />
          </>
        ) : (
          t('domains.waiting')
        )}
      </Text>
      {proof_missing_since && (
        <Alert color="orange" mt="sm">
          {t('domains.missing')} <Moment at={proof_missing_since} relative />
        </Alert>
      )}
      {can['domain.verify'] && (
        <Group gap="xs" my="sm" align="start">
          <TestNow
            label={t('test')}
            name={t('testNamed', { name: host })}
            test={async () => {
              const { data } = await domainCheck(host)
              return { isWell: true, text: data.verified_at ? t('domains.seen') : t('domains.verifiable') }
            }}
            onTested={onTested}
          />
        </Group>
      )}
    </section>
  )
}
