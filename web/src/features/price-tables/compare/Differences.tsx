import { Alert, Table, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceCellDifference, PriceComparison, PriceTable } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useFormat } from '@/ui/format'
import { listed } from '@/ui/wording'
import { type Notation, type Price, writeCell } from '../grid/price'
import { priceOf } from '../version/grid-values'
import { useNotation } from '../version/useNotation'
import classes from './ComparePage.module.css'
import { changeOf, tableOf } from './cells'

type DifferencesProps = { table: PriceTable; comparison: PriceComparison }

const SUMMARY = [
  'cells_raised',
  'cells_lowered',
  'cells_added',
  'cells_removed',
  'cells_otherwise',
  'cells_unchanged',
] as const

/** All differences: how many, the rules, zones, places and surcharges, and the prices side by side. */
export function Differences({ table, comparison }: DifferencesProps) {
  const { t } = useTranslation('price-simulation')
  const format = useFormat()
  const { settings, zones, places, surcharges, cells, summary } = comparison
  const isSame = [settings, zones, places, surcharges, cells].every((list) => list.length === 0)
  if (isSame) return <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('compare.same')} />
  return (
    <>
      <Table withTableBorder maw={420} mb="md" aria-label={t('compare.summary')}>
        <Table.Tbody>
          {SUMMARY.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {t(`compare.${name}`)}
              </Table.Th>
              <Table.Td ta="end">{format.number(summary[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Others comparison={comparison} />
      {cells.length > 0 && <Cells table={table} cells={cells} />}
    </>
  )
}

/** New, gone or changed, in a word. */
function kindOf({ before, after }: { before?: unknown; after?: unknown }) {
  if (!before) return 'new' as const
  return after ? ('changed' as const) : ('gone' as const)
}

function Others({ comparison }: { comparison: PriceComparison }) {
  const { t } = useTranslation('price-simulation')
  const { t: grid, i18n } = useTranslation('price-grid')
  const country = useCountryName()
  const { settings, zones, places, surcharges } = comparison
  const rules = settings.map((name) =>
    i18n.exists(`price-grid:rule.${name}`) ? grid(`rule.${name}` as 'rule.minimum') : name,
  )
  const lines = [
    ...(rules.length > 0 ? [t('compare.rules', { rules: listed(rules) })] : []),
    ...zones.map((zone) => t(`compare.zone.${kindOf(zone)}`, { zone: zone.zone })),
    ...places.map((place) => {
      const { country_id = null, postcode_from, postcode_to, airport } = place.after ?? place.before ?? {}
      const postcodes = [postcode_from, postcode_to].filter(Boolean).join('–')
      const words = [country(country_id), postcodes, airport].filter(Boolean).join(' ')
      return t(`compare.place.${place.after ? 'new' : 'gone'}`, { zone: place.zone, place: words })
    }),
    ...surcharges.map((one) => t(`compare.surcharge.${kindOf(one)}`, { code: one.code })),
  ]
  if (lines.length === 0) return null
  return (
    // It scrolls by itself, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls
    <section className={classes.others} aria-label={t('compare.others')} tabIndex={0}>
      <ul className={classes.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** More rows would only scroll. */
const MOST_ROWS = 500

function Cells({ table, cells }: { table: PriceTable; cells: PriceCellDifference[] }) {
  const { t } = useTranslation('price-simulation')
  const notation = useNotation(table)
  const { zones, rows } = tableOf(cells, [])
  return (
    <>
      <Title order={2} mb="xs" id="changed-prices">
        {t('compare.prices')}
      </Title>
      {/* It scrolls by itself, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls */}
      <section className={classes.scroller} aria-labelledby="changed-prices" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('compare.upTo', { unit: table.weight_unit })}</th>
              {zones.map((zone) => (
                <th key={zone} scope="col">
                  {zone}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <tr key={row.upTo}>
                <th scope="row">{row.upTo.replace('.', notation.mark)}</th>
                {row.cells.map((cell, at) => (
                  <Cell key={zones[at]} cell={cell} notation={notation} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MOST_ROWS && (
        <Text size="sm">{t('compare.more', { count: rows.length - MOST_ROWS })}</Text>
      )}
    </>
  )
}

function Cell({ cell, notation }: { cell: PriceCellDifference | undefined; notation: Notation }) {
  const { t } = useTranslation('price-simulation')
  const format = useFormat()
  if (!cell) return <td />
  const change = changeOf(cell)
  const write = (price: Price | null) => (price ? writeCell(price, notation) : t('compare.notOffered'))
  const pct = cell.pct ? Number(cell.pct) : undefined
  return (
    <td className={classes.cell} data-change={change}>
      {write(cell.after ? priceOf(cell.after) : null)}
      <span className={classes.old}>
        {t(`compare.cell.${change}`, {
          before: write(cell.before ? priceOf(cell.before) : null),
          pct: pct === undefined ? '' : `${pct > 0 ? '+' : ''}${format.number(pct)} %`,
        })}
      </span>
    </td>
  )
}
