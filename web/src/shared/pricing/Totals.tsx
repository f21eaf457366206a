import { useTranslation } from 'react-i18next'
import type { PriceMoney } from '@/api/schema'
import classes from './Offers.module.css'
import { useLineText } from './useLineText'

type TotalsProps = {
  totals: {
    total_freight: PriceMoney | null
    total_insurance: PriceMoney | null
    total_tax: PriceMoney | null
    total: PriceMoney | null
  }
}

/** Freight, insurance, taxes and their sum. */
export default function Totals({ totals }: TotalsProps) {
  const { t } = useTranslation('price-lines')
  const { money } = useLineText()
  const parts = ['total_freight', 'total_insurance', 'total_tax'] as const
  return (
    <dl className={classes.totals}>
      {parts.map((name) => (
        <div key={name}>
          <dt>{t(`totals.${name}`)}</dt>
          <dd>{money(totals[name]) || '–'}</dd>
        </div>
      ))}
      <div data-sum>
        <dt>{t('total')}</dt>
        <dd>{money(totals.total) || '–'}</dd>
      </div>
    </dl>
  )
}
