import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Below } from './Below'
import classes from './DataCards.module.css'
import { followRow, RowMenuButton, type RowProps } from './DataTableRow'
import { RowLink } from './RowLink'

/** A row on a phone: its main column as the heading, the others as lines. Nothing scrolls sideways. */
export const DataCard = memo(Card) as typeof Card

function Card<T extends { id: string }>(props: RowProps<T>) {
  const { row, label, to, columns, selected, onToggle, deleting, onMenu } = props
  const { t } = useTranslation()
  const main = columns.find((column) => column.main)
  const lines = columns.filter((column) => !column.main)
  return (
    <li
      data-row={row.id}
      data-deleting={deleting || undefined}
      data-selected={selected || undefined}
      tabIndex={-1}
      className={classes.card}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only widens the touch area of the link inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link inside has the keyboard */}
      <div className={classes.top} onClick={followRow}>
        {onToggle && (
          <Checkbox
            data-row-check
            aria-label={t('table.selectRow', { row: label })}
            checked={selected}
            onChange={(event) => onToggle(row.id, event)}
          />
        )}
        <span className={classes.title}>
          {to ? (
            <RowLink to={to} className={classes.link}>
              {main?.cell(row) ?? label}
            </RowLink>
          ) : (
            (main?.cell(row) ?? label)
          )}
          <Below className={classes.below}>{main?.below?.(row)}</Below>
        </span>
        {onMenu && <RowMenuButton label={label} onOpen={(place) => onMenu(row, place)} />}
      </div>
      <dl className={classes.lines}>
        {lines.map((column) => (
          <div key={column.id} className={classes.line}>
            <dt>{column.header}</dt>
            <dd>
              {column.cell(row)}
              <Below className={classes.below}>{column.below?.(row)}</Below>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
