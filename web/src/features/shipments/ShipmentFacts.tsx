import { Anchor, Text } from '@mantine/core'
import { IconBuildingStore, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLookupStates } from '@/api/generated/endpoints/lookups/lookups'
import type { Shipment } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useCountryCode } from '@/api/usePlaces'
import { PhoneLink } from '@/blocks/PhoneLink'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES } from '@/i18n'
import { Fact, Facts } from '@/ui/Facts'
import { BRAZIL } from '@/ui/fields/party'
import { formatCnpj, formatCpf, isCnpj, isCpf } from '@/ui/fields/tax-id'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { Moment } from '@/ui/time/Moment'
import { addressLines } from './address'
import classes from './ShipmentFacts.module.css'

/** A block of facts under a heading. */
export function FactCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.facts}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}

/** A Brazilian number with its marks, and what it is called. */
function taxId(number: string | null, inBrazil: boolean): [name: string | undefined, number: string | null] {
  if (inBrazil && number && isCpf(number)) return ['CPF', formatCpf(number)]
  if (inBrazil && number && isCnpj(number)) return ['CNPJ', formatCnpj(number)]
  return [undefined, number]
}

/** As an envelope has it: 'SP', 'CA', but 'Ciudad de México' in full. */
function useStateName(countryId: number | null, id: number | null) {
  const { data } = useLookupStates(String(countryId), {
    query: { enabled: countryId !== null && id !== null, staleTime: Number.POSITIVE_INFINITY },
  })
  const state = data?.data.find((one) => one.id === id)
  return state && /^[A-Z]{2}$/.test(state.code) ? state.code : state?.name
}

type Side = 'from' | 'to'

/** The fields of one side, without their prefix. */
const textOf = (shipment: Shipment, side: Side) => (field: string) =>
  shipment[`${side}_${field}` as keyof Shipment] as string | null

/** Sender or recipient, as an envelope would have it. */
export function Place({ shipment, side }: { shipment: Shipment; side: Side }) {
  const { t } = useTranslation('shipments')
  const country = useCountryName()
  const countryCode = useCountryCode()
  const of = textOf(shipment, side)
  const countryId = shipment[`${side}_country_id`]
  const state = useStateName(countryId, shipment[`${side}_state_id`])
  const [documentName, document] = taxId(of('document'), countryId === BRAZIL)
  const lines = addressLines({
    street: of('address_1'),
    number: of('address_number'),
    complement: of('address_complement'),
    district: of('address_2'),
    postcode: of('postcode'),
    city: of('city'),
    state: state ?? null,
    country: countryCode(countryId),
  })
  const [email, number] = [of('email'), of('phone')]
  const Icon = side === 'from' ? IconBuildingStore : IconMapPin
  return (
    <FactCard
      title={
        <>
          <Icon size={16} stroke={1.75} aria-hidden /> {t(side === 'from' ? 'show.sender' : 'show.receiver')}
        </>
      }
    >
      <address className={classes.address}>
        <b>{of('name') ?? t('show.nameless')}</b>
        {of('responsible') && <span>{of('responsible')}</span>}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>{country(countryId)}</span>
      </address>
      <Facts className={classes.list}>
        <Fact label={documentName ?? t('field.document')}>{document}</Fact>
        <Fact label={t('field.email')}>
          {email && (
            <Anchor size="sm" href={`mailto:${email}`}>
              {email}
            </Anchor>
          )}
        </Fact>
        {side === 'to' && <RecipientUpdates shipment={shipment} />}
        <Fact label={t('field.phone')}>{number && <PhoneLink number={number} size="sm" />}</Fact>
      </Facts>
    </FactCard>
  )
}

/** The language of the e-mails that the recipient gets. */
function RecipientUpdates({ shipment: { to_email, to_updates_language } }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const { domain } = useSite()
  const language = domain.flags.tracking_emails === true && to_email ? to_updates_language : null
  return <Fact label={t('field.updates_language')}>{language && LANGUAGE_NAMES[language]}</Fact>
}

function Weight({ label, grams }: { label: string; grams: number | null }) {
  const format = useFormat()
  return <Fact label={label}>{grams !== null && format.weight(grams)}</Fact>
}

/** When and by whom the label was printed, and how often. */
function Printed({ shipment, at }: { shipment: Shipment; at: string }) {
  const { t } = useTranslation('shipments')
  const { label_prints: count, label_printed_by_name: name } = shipment
  return (
    <>
      <Moment at={at} />
      {name && ` · ${name}`}
      {count > 1 && ` · ${t('show.prints', { count })}`}
    </>
  )
}

export function Service({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation('shipments')
  const format = useFormat()
  return (
    <FactCard title={t('show.service')}>
      <Facts className={classes.list}>
        <Fact label={t('field.service')}>{localeText(shipment.service_title_locale, i18n.language)}</Fact>
        <Fact label={t('field.client_name')}>{shipment.client_name}</Fact>
        <Fact label={t('field.subsidiary')}>{shipment.subsidiary_title}</Fact>
        <Fact label={t('field.partner')}>{shipment.partner_name}</Fact>
        <Weight label={t('field.declared_weight')} grams={shipment.declared_weight_g} />
        <Weight label={t('field.volumetric_weight')} grams={shipment.volumetric_weight_g} />
        <Weight label={t('field.weight')} grams={shipment.chargeable_weight_g} />
        <Fact label={t('field.shipped_on')}>{shipment.shipped_on && format.day(shipment.shipped_on)}</Fact>
        <Fact label={t('field.due_on')}>
          {shipment.due_on && format.days(shipment.due_from_on, shipment.due_on)}
        </Fact>
        <Fact label={t('field.label_printed_at')}>
          {shipment.label_printed_at && <Printed shipment={shipment} at={shipment.label_printed_at} />}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={shipment.created_at} />
        </Fact>
      </Facts>
      {shipment.notes && (
        <Text size="sm" mt="sm" className={classes.notes}>
          {shipment.notes}
        </Text>
      )}
    </FactCard>
  )
}
