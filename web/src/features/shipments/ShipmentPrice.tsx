import { Anchor, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentCharges } from '@/api/generated/endpoints/quotes/quotes'
import type { ShipmentCharges, ShipmentTotals } from '@/api/schema'
import { CostLine } from '@/shared/pricing/CostLine'
import { Lines } from '@/shared/pricing/PriceLines'
import Totals from '@/shared/pricing/Totals'
import { useLineText } from '@/shared/pricing/useLineText'
import { Fact, Facts } from '@/ui/Facts'
import { LoadFailure } from '@/ui/LoadFailure'
import { Moment } from '@/ui/time/Moment'
import { FactCard } from './ShipmentFacts'
import classes from './ShipmentFacts.module.css'

/** The frozen price of a confirmed shipment: its sums, and all charges on demand. */
export default function ShipmentPrice({ id, totals }: { id: string; totals: ShipmentTotals }) {
  const { t } = useTranslation('shipment-confirm')
  const [open, setOpen] = useState(false)
  return (
    <FactCard title={t('price.title')}>
      {open ? <Charges id={id} /> : <Totals totals={moneyOf(totals)} />}
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt="xs"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'price.close' : 'price.open')}
      </Anchor>
    </FactCard>
  )
}

function moneyOf({ currency, ...amounts }: ShipmentTotals) {
  const money = (amount: string) => ({ amount, currency })
  return {
    total_freight: money(amounts.total_freight),
    total_insurance: money(amounts.total_insurance),
    total_tax: money(amounts.total_tax),
    total: money(amounts.total),
  }
}

function Charges({ id }: { id: string }) {
  const { t } = useTranslation(['shipment-confirm', 'price-lines'])
  const result = useShipmentCharges(id)
  if (result.error) return <LoadFailure title={t('price.failed')} result={result} />
  if (!result.data) return <Skeleton h="10rem" radius="md" />
  const charges = result.data.data
  const { lines, estimates, total, costs } = charges
  return (
    <>
      <Lines lines={lines} total={total} />
      {estimates.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md">
            {t('price-lines:offer.onDelivery')}
          </Text>
          <Lines lines={estimates} total={null} />
        </>
      )}
      {costs && <CostLine costs={costs} />}
      <Revisions charges={charges} />
    </>
  )
}

/** The prices before, where it was changed after the confirmation. */
function Revisions({ charges: { revisions } }: { charges: ShipmentCharges }) {
  const { t } = useTranslation('shipment-confirm')
  const { money } = useLineText()
  if (revisions.length < 2) return null
  return (
    <Facts className={classes.list} label={t('price.history')}>
      {revisions.map(({ revision, total, created_at, created_by_name }) => (
        <Fact
          key={revision}
          label={
            <>
              <Moment at={created_at} /> {created_by_name}
            </>
          }
        >
          {money(total)}
        </Fact>
      ))}
    </Facts>
  )
}
