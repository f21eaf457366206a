import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RateClass, Waybill, WaybillCharge, WaybillRate } from '@/api/schema'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import classes from './Waybills.module.css'

/** The price of the weight, the other charges, and to whom they are due. */
export function Amounts({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { currency, rate_lines, other_charges, totals, payment } = waybill
  if (currency === null) return null
  return (
    <PageCard title={t('section.amounts')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('section.amounts')}>
        {rate_lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rate has no name of its own
          <li key={index} className={classes.line}>
            <Rate waybill={waybill} line={line} amount={totals.line_amounts[index] ?? '0'} />
          </li>
        ))}
        {other_charges.map((charge, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code can stand twice
          <li key={`charge ${index}`} className={classes.line}>
            <Charge charge={charge} currency={currency} />
          </li>
        ))}
      </ul>
      <Facts label={t('field.total')} className={classes.facts}>
        <Fact label={t('field.payment')}>{t(`payment.${payment}`)}</Fact>
        <Fact label={t('field.weight_charge')}>
          <Money amount={totals.weight_charge} currency={currency} />
        </Fact>
        <Fact label={t('field.due_agent')}>
          <Money amount={totals.due_agent} currency={currency} />
        </Fact>
        <Fact label={t('field.due_carrier')}>
          <Money amount={totals.due_carrier} currency={currency} />
        </Fact>
        <Fact label={t('field.total')}>
          <strong>
            <Money amount={totals.total} currency={currency} />
          </strong>
        </Fact>
        <Fact label={t('field.declared_carriage')}>
          {waybill.declared_carriage ? (
            <Money amount={waybill.declared_carriage} currency={currency} />
          ) : (
            t('noValueCarriage')
          )}
        </Fact>
        <Fact label={t('field.declared_customs')}>
          {waybill.declared_customs ? (
            <Money amount={waybill.declared_customs} currency={currency} />
          ) : (
            t('noValueCustoms')
          )}
        </Fact>
      </Facts>
    </PageCard>
  )
}

/** Classes whose rate is the amount itself, not the price of a kilogram. */
const FLAT: RateClass[] = ['M', 'U', 'B']

type RateProps = { waybill: Waybill; line: WaybillRate; amount: string }

function Rate({ waybill, line, amount }: RateProps) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const currency = waybill.currency ?? ''
  const { rate_class, commodity, chargeable_g, rate } = line
  const weight = format.kilograms(chargeable_g ?? waybill.totals.chargeable_g)
  const price = format.money(rate, currency)
  return (
    <>
      <span>
        {t(`rateClass.${rate_class}`)}
        <Text size="xs" c="dimmed">
          {[weight, FLAT.includes(rate_class) ? price : `${price}/kg`, commodity].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <span className={classes.amount}>
        <Money amount={amount} currency={currency} />
      </span>
    </>
  )
}

function Charge({ charge, currency }: { charge: WaybillCharge; currency: string }) {
  const { t } = useTranslation('waybills')
  return (
    <>
      <span>
        {charge.code}
        <Text size="xs" c="dimmed">
          {t(`due.${charge.due}`)}
        </Text>
      </span>
      <span className={classes.amount}>
        <Money amount={charge.amount} currency={currency} />
      </span>
    </>
  )
}
