import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Waybill, WaybillAgent, WaybillParty } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { stateBeside } from '@/ui/fields/address'
import { PageCard } from '@/ui/PageCard'
import { named } from '@/ui/wording'
import classes from './Waybills.module.css'

/** Who sends, who gets the goods, and who writes the waybill. */
export function Parties({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { shipper, consignee, agent } = waybill
  if (!shipper && !consignee && !agent) return null
  return (
    <PageCard title={t('section.parties')}>
      <div className={classes.parties}>
        {shipper && <Party title={t('section.shipper')} party={shipper} />}
        {consignee && <Party title={t('section.consignee')} party={consignee} />}
        {agent && <Agent agent={agent} />}
      </div>
    </PageCard>
  )
}

function Party({ title, party }: { title: string; party: WaybillParty }) {
  const { t } = useTranslation('waybills')
  const countryName = useCountryName()
  const { name, street, city, state, postcode, country_id, phone, document, account } = party
  const place = [postcode, city, stateBeside(city, state)].filter(Boolean).join(' ')
  const facts = [
    phone,
    document && named(t('field.document'), document),
    account && named(t('field.account'), account),
  ]
  return <Block title={title} name={name} lines={[street, place, countryName(country_id), ...facts]} />
}

function Agent({ agent }: { agent: WaybillAgent }) {
  const { t } = useTranslation('waybills')
  const { name, city, iata_code, settlement_code, account } = agent
  const code = [iata_code, settlement_code].filter(Boolean).join(' / ')
  const facts = [named(t('field.iata_code'), code), account && named(t('field.account'), account)]
  return <Block title={t('section.agent')} name={name} lines={[city, ...facts]} />
}

type BlockProps = { title: string; name: string; lines: (string | null | undefined)[] }

function Block({ title, name, lines }: BlockProps) {
  return (
    <div>
      <Text component="h3" size="sm" c="dimmed">
        {title}
      </Text>
      <Text fw={600}>{name}</Text>
      {lines.filter(Boolean).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </div>
  )
}
