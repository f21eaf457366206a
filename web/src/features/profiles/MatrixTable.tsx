import { Text } from '@mantine/core'
import clsx from 'clsx'
import { Fragment, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserProfileChoice } from '@/api/schema'
import type { SetScope } from './Matrix'
import classes from './Matrix.module.css'
import { MatrixCell, Whole } from './MatrixCell'
import { COLUMNS, countAllowed, isColumn, type MatrixGroup, type MatrixRow, reachOf } from './matrix-rows'
import type { Rules } from './values'

export type ShapeProps = {
  groups: MatrixGroup[]
  rules: Rules
  disabled: boolean
  wanted: string | undefined
  onSet: SetScope
}

/** One row per resource and one column per action. Arrow keys go from box to box. */
export function MatrixTable({ groups, wanted, ...cells }: ShapeProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const table = useRef<HTMLTableElement>(null)
  useWanted(table, wanted)
  return (
    <table ref={table} className={classes.table} aria-label={t('section.matrix')} onKeyDown={moveFocus}>
      <MatrixHead {...cells} rows={groups.flatMap(({ rows }) => rows)} />
      {groups.map(({ name, rows }) => (
        <Fragment key={name}>
          <tbody>
            <tr>
              <th colSpan={COLUMNS.length + 2} scope="rowgroup" className={classes.group}>
                {t(`matrix.group.${name}`)}
              </th>
            </tr>
            {rows.map((row) => (
              <Row key={row.resource} row={row} wanted={wanted} {...cells} />
            ))}
          </tbody>
        </Fragment>
      ))}
    </table>
  )
}

type CellsProps = Pick<ShapeProps, 'rules' | 'disabled' | 'onSet'>

function MatrixHead({ rows, rules, disabled, onSet }: CellsProps & { rows: MatrixRow[] }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const all = rows.flatMap(({ cells }) => cells)
  const column = (cells: UserProfileChoice[], label: string) =>
    cells.length > 0 && (
      <Whole
        cells={cells}
        rules={rules}
        disabled={disabled}
        aria-label={t('matrix.column', { action: label })}
        onSet={onSet}
      />
    )
  return (
    <thead className={classes.head}>
      <tr>
        <th scope="col">{t('matrix.resource')}</th>
        {COLUMNS.map((action) => (
          <th key={action} scope="col" className={classes.verb}>
            <span>{t(`action.${action}`)}</span>
            {column(
              all.filter((cell) => cell.action === action),
              t(`action.${action}`),
            )}
          </th>
        ))}
        <th scope="col">{t('matrix.more')}</th>
      </tr>
    </thead>
  )
}

function Row({
  row: { resource, cells },
  wanted,
  ...props
}: CellsProps & { row: MatrixRow; wanted?: string | undefined }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const name = t(`shell:resources.${resource}`)
  const cell = (choice: UserProfileChoice | undefined, withLabel: boolean) =>
    choice && <MatrixCell key={choice.action} choice={choice} withLabel={withLabel} {...props} />
  return (
    <tr data-resource={resource} className={clsx(wanted?.startsWith(`${resource}.`) && classes.wanted)}>
      <th scope="row" className={classes.resource}>
        <Whole
          {...props}
          cells={cells}
          label={name}
          aria-label={t('matrix.allOf', { resource: name })}
          description={<Reach cells={cells} rules={props.rules} />}
        />
      </th>
      {COLUMNS.map((action) => (
        <td key={action} className={classes.box}>
          {cell(
            cells.find((choice) => choice.action === action),
            false,
          )}
        </td>
      ))}
      <td>
        <div className={classes.others}>
          {cells.filter((one) => !isColumn(one)).map((one) => cell(one, true))}
        </div>
      </td>
    </tr>
  )
}

/** How many actions are allowed, and on whose records. */
export function Reach({ cells, rules }: { cells: UserProfileChoice[]; rules: Rules }) {
  const { t } = useTranslation('profiles')
  const reach = reachOf(cells)
  return (
    <Text span size="xs" c="dimmed">
      {t('matrix.of', { allowed: countAllowed(cells, rules), total: cells.length })}
      {reach && reach !== 'none' && ` · ${t(`matrix.reach.${reach}`)}`}
    </Text>
  )
}

/** Shows the right that a link asks for. */
export function useWanted(root: React.RefObject<HTMLElement | null>, wanted: string | undefined) {
  useEffect(() => {
    const [resource, action] = wanted?.split('.') ?? []
    if (!resource) return
    const row = root.current?.querySelector(`[data-resource="${CSS.escape(resource)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row
      ?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(action ?? '')}"]`)
      ?.focus({ preventScroll: true })
  }, [root, wanted])
}

/** Left and right along a row, up and down along a column. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
  const box = event.target as HTMLInputElement
  const row = box.closest('tr')
  if (box.type !== 'checkbox' || !row) return
  const inRow = [...row.querySelectorAll<HTMLInputElement>('input')]
  const column = box.closest('td, th') as HTMLTableCellElement
  const inColumn = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')].filter(
    (input) => (input.closest('td, th') as HTMLTableCellElement).cellIndex === column.cellIndex,
  )
  const moves: Record<string, [HTMLInputElement[], number] | undefined> = {
    ArrowLeft: [inRow, -1],
    ArrowRight: [inRow, 1],
    ArrowUp: [inColumn, -1],
    ArrowDown: [inColumn, 1],
  }
  const [list, step] = moves[event.key] ?? [[], 0]
  const next = list[list.indexOf(box) + step]
  if (step === 0 || !next) return
  event.preventDefault()
  next.focus()
}
