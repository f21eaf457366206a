import { useTranslation } from 'react-i18next'
import type { PriceSheetResult } from '@/api/schema'
import classes from '../compare/ComparePage.module.css'
import { columnName, hasParts } from './sheet-parts'

/** The first rows of the sheet as a spreadsheet shows them, with what each column or row was taken for. */
export function SheetRows({ result }: { result: PriceSheetResult }) {
  const { t } = useTranslation('price-simulation')
  const { form, reading, rows } = result
  const across = form === 'across'
  const width = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const meaning = (number: number) => {
    const part = reading.parts.find((one) => one.number === number)
    if (!hasParts(form)) return ''
    return part?.zone || t(`reading.role.${part?.role ?? 'ignored'}`)
  }
  return (
    // It scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls
    <section className={classes.scroller} aria-label={t('reading.sheet')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {across ? <th scope="col">{t('reading.means')}</th> : <td />}
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnName(column + 1)}
                {!across && <span className={classes.old}>{meaning(column + 1)}</span>}
                {reading.left_out_columns.includes(column + 1) && (
                  <span className={classes.old}>{t('reading.role.ignored')}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows of a file have no other name than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the row
            <tr key={at}>
              <th scope="row">
                {at + 1}
                {across && <span className={classes.old}>{meaning(at + 1)}</span>}
              </th>
              {columns.map((column) => (
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
