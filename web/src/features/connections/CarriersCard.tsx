import { Anchor, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { providerCarrierTest } from '@/api/generated/endpoints/providers/providers'
import type { ConnectedCarrier } from '@/api/schema'
import { paths } from '@/context/paths'
import { CarrierTrouble } from '@/shared/carriers/CarrierTrouble'
import { carrierTestText } from '@/shared/carriers/carrier-words'
import { TestNow } from '@/shared/integrations/TestNow'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { LoadFailure } from '@/ui/LoadFailure'
import { localeText } from '@/ui/locale-text'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import type { Loaded } from './loaded'

/** The providers that are connected to a server of carriers. */
export function CarriersCard({ carriers }: { carriers: Loaded<ConnectedCarrier[]> }) {
  const { t } = useTranslation('connections')
  return (
    <PageCard title={t('carriers.title')}>
      {carriers.data?.data.length === 0 && (
        <Text size="sm">
          {t('carriers.none')}{' '}
          <Anchor component={AppLink} to={paths['providers.index']()} inherit>
            {t('carriers.providers')}
          </Anchor>
        </Text>
      )}
      {carriers.data?.data.map((carrier) => (
        <Carrier key={carrier.provider_id} carrier={carrier} onTested={() => void carriers.refetch()} />
      ))}
      {!carriers.data && carriers.error ? <LoadFailure title={t('failed')} result={carriers} /> : null}
    </PageCard>
  )
}

type CarrierProps = { carrier: ConnectedCarrier; onTested(): void }

function Carrier({ carrier: { provider_id, code, title_locale, link }, onTested }: CarrierProps) {
  const { t, i18n } = useTranslation('connections')
  const { t: words } = useTranslation('carrier-links')
  const name = localeText(title_locale, i18n.language) || code
  return (
    <section aria-label={name}>
      <Facts label={name}>
        <Fact label={t('carriers.provider')}>
          <Anchor component={AppLink} to={paths['providers.edit']({ id: provider_id })} inherit>
            {name}
          </Anchor>
        </Fact>
        <Fact label={words('field.url')}>{link.url}</Fact>
        <Fact label={words('lastSuccess')}>
          {link.last_success_at ? <Moment at={link.last_success_at} relative /> : t('never')}
        </Fact>
      </Facts>
      <CarrierTrouble link={link} />
      <Group gap="xs" my="sm" align="start">
        <TestNow
          label={t('test')}
          name={t('testNamed', { name })}
          test={async () => {
            const { data } = await providerCarrierTest(provider_id)
            return { isWell: !data.failure, text: carrierTestText(words, data) }
          }}
          onTested={onTested}
        />
      </Group>
    </section>
  )
}
