import { useTranslation } from 'react-i18next'
import type { PriceCosts } from '@/api/schema'
import classes from './Offers.module.css'
import { useLineText } from './useLineText'

/** Cost and margin, for those who may see them. */
export function CostLine({ costs }: { costs: Pick<PriceCosts, 'total' | 'margin' | 'margin_pct'> }) {
  const { t } = useTranslation('price-lines')
  const { money, number } = useLineText()
  const { total, margin, margin_pct } = costs
  if (!total) return null
  return (
    <dl className={classes.costs}>
      <div>
        <dt>{t('cost')}</dt>
        <dd>{money(total)}</dd>
      </div>
      {margin && (
        <div>
          <dt>{t('margin')}</dt>
          <dd>
            {money(margin)}
            {margin_pct !== null && ` (${number(margin_pct)} %)`}
          </dd>
        </div>
      )}
    </dl>
  )
}
