import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PriceSheetSample, PriceTable } from '@/api/schema'
import classes from '../compare/ComparePage.module.css'
import { writeAmount } from '../grid/price'
import { useNotation } from './useNotation'

/** The freight of three weights as the draft would have it: a wrong number format or unit is seen at once. */
export function SheetSamples({ table, samples }: { table: PriceTable; samples: PriceSheetSample[] }) {
  const { t } = useTranslation('price-simulation')
  const notation = useNotation(table)
  const write = (number: string) => number.replace('.', notation.mark)
  const zones = samples[0]?.prices ?? []
  if (zones.length === 0) return null
  return (
    <>
      <Title order={2} mb="xs" id="sheet-samples">
        {t('reading.samples', { currency: table.currency })}
      </Title>
      {/* It scrolls by itself, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls */}
      <section className={classes.scroller} aria-labelledby="sheet-samples" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{table.weight_unit}</th>
              {zones.map(({ zone }) => (
                <th key={zone} scope="col">
                  {zone}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples.map(({ weight, prices }) => (
              <tr key={weight}>
                <th scope="row">{write(weight)}</th>
                {prices.map(({ zone, amount }) => (
                  <td key={zone}>{amount ? writeAmount(amount, notation) : t('compare.notOffered')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
