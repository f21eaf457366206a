import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickupDetails } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useStreet } from '@/api/usePlaces'
import { PhoneLink } from '@/blocks/PhoneLink'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { Moment } from '@/ui/time/Moment'
import { weekdayAndDay, weekdayName } from '@/ui/time/weekdays'
import { listed } from '@/ui/wording'

/** When, where, by whom, and what became of it. */
export function PickupFacts({ pickup }: { pickup: PickupDetails }) {
  const { t } = useTranslation('pickups')
  const format = useFormat()
  const { is_outside, menu } = useProfile()
  const { status, on_date, from_time, to_time, fee, fee_currency, repeats, repeat_of, weight_g } = pickup
  return (
    <>
      <Text fw={650} size="lg">
        {weekdayAndDay(format, on_date)}
      </Text>
      <Text>{t('times', { from: from_time, to: to_time })}</Text>
      {is_outside && (
        <Text size="sm" mt="xs">
          {t(`next.${status}`)}
        </Text>
      )}
      <Facts>
        <Fact label={t('field.reason')}>{pickup.fail_reason && t(`reason.${pickup.fail_reason}`)}</Fact>
        <Fact label={t('field.note')} long>
          {pickup.note}
        </Fact>
        <Fact label={t('field.fee')}>
          {fee && fee_currency && <Money amount={fee} currency={fee_currency} />}
        </Fact>
        <Fact label={t('field.carrier')}>{pickup.carrier_name}</Fact>
        {menu.routes && (
          <Fact label={t('field.route')}>
            {pickup.route_id && (
              <Anchor component={AppLink} to={paths['routes.show']({ id: pickup.route_id })} size="sm">
                {pickup.route_number}
              </Anchor>
            )}
          </Fact>
        )}
        <Fact label={t('field.confirmation_no')}>{pickup.confirmation_no}</Fact>
        <Fact label={t('field.attempt')}>{pickup.attempt > 1 && format.number(pickup.attempt)}</Fact>
        {!is_outside && <Fact label={t('field.client')}>{pickup.client_name}</Fact>}
        <Place pickup={pickup} />
        <Fact label={t('field.ready_place')}>{pickup.ready_place}</Fact>
        <Fact label={t('field.instructions')} long>
          {pickup.instructions}
        </Fact>
        <Fact label={t('field.parcels')}>{format.number(pickup.parcels)}</Fact>
        <Fact label={t('field.weight')}>{weight_g && format.weight(weight_g)}</Fact>
        <Fact label={t('field.parcels_collected')}>
          {pickup.parcels_collected !== null && format.number(pickup.parcels_collected)}
        </Fact>
        <Fact label={t('field.collected_at')}>
          {pickup.collected_at && <Moment at={pickup.collected_at} />}
        </Fact>
        <Fact label={t('field.repeats')}>
          {repeats && listed(repeats.weekdays.map((day) => weekdayName(format, day)))}
        </Fact>
        <Fact label={t('field.until')}>{repeats?.until && format.day(repeats.until)}</Fact>
        <Fact label={t('field.repeat_at')}>{pickup.repeat_at && <Moment at={pickup.repeat_at} />}</Fact>
        <Fact label={t('field.repeat_of')}>
          {repeat_of && (
            <Anchor component={AppLink} to={paths['pickups.show']({ id: repeat_of })} size="sm">
              {t('openFirst')}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={pickup.created_at} />
        </Fact>
      </Facts>
    </>
  )
}

function Place({ pickup }: { pickup: PickupDetails }) {
  const { t } = useTranslation('pickups')
  const countryName = useCountryName()
  const streetOf = useStreet()
  const { address_1, address_number, address_complement, address_2, postcode, city, country_id } = pickup
  const lines = [
    streetOf({ country_id, address_1, address_number }),
    [address_complement, address_2].filter(Boolean).join(' · '),
    [postcode, city].filter(Boolean).join(' '),
    countryName(country_id),
  ].filter(Boolean)
  return (
    <>
      <Fact label={t('field.place')} long>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </Fact>
      <Fact label={t('field.contact')}>{pickup.contact}</Fact>
      <Fact label={t('field.phone')}>{pickup.phone && <PhoneLink number={pickup.phone} size="sm" />}</Fact>
    </>
  )
}
