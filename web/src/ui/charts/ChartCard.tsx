import { ActionIcon, Menu, SegmentedControl, Skeleton, Table } from '@mantine/core'
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import classes from './ChartCard.module.css'
import { type PictureKind, savePicture } from './save-picture'

type ChartCardProps = {
  title: string
  /** The same figures as a table: its header, and a row per point. */
  columns: string[]
  rows: (string | number)[][]
  /** The content of the drawing as a sentence. */
  summary: string
  /** The drawing: one SVG. */
  children: ReactNode
}

type View = 'chart' | 'table'

/** A chart that can be read as a table and saved as a picture. */
export function ChartCard({ title, columns, rows, summary, children }: ChartCardProps) {
  const heading = useId()
  const drawing = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>('chart')
  const save = (kind: PictureKind) => {
    const svg = drawing.current?.querySelector('svg')
    if (svg) savePicture(svg, kind, title).catch(notify.failure)
  }
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        <div className={classes.tools}>
          <ViewSwitch title={title} view={view} onChange={setView} />
          <SaveMenu title={title} disabled={view === 'table'} onSave={save} />
        </div>
      </div>
      <div className={classes.body}>
        {view === 'chart' ? (
          <div ref={drawing} role="img" aria-label={summary} className={classes.drawing}>
            {children}
          </div>
        ) : (
          <FiguresTable title={title} columns={columns} rows={rows} />
        )}
      </div>
    </section>
  )
}

/** The card while its figures are on their way, as high as with them: nothing below it moves. */
export function ChartWaiting({ title }: { title: string }) {
  return (
    <section className={classes.card} aria-busy>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.tools} data-waiting>
          <ViewSwitch title={title} view="chart" onChange={() => {}} />
          <SaveMenu title={title} disabled onSave={() => {}} />
        </div>
      </div>
      <div className={classes.body}>
        <Skeleton height="100%" radius="md" />
      </div>
    </section>
  )
}

type ViewSwitchProps = { title: string; view: View; onChange(view: View): void }

function ViewSwitch({ title, view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={title}
      value={view}
      onChange={onChange}
      data={[
        {
          value: 'chart',
          label: <Option icon={<IconChartLine size={14} aria-hidden />} text={t('chart.chart')} />,
        },
        {
          value: 'table',
          label: <Option icon={<IconTable size={14} aria-hidden />} text={t('chart.table')} />,
        },
      ]}
    />
  )
}

function Option({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={classes.option}>
      {icon}
      {text}
    </span>
  )
}

type SaveMenuProps = { title: string; disabled: boolean; onSave(kind: PictureKind): void }

function SaveMenu({ title, disabled, onSave }: SaveMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" disabled={disabled} aria-label={t('chart.save', { title })}>
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSave('png')}>{t('chart.png')}</Menu.Item>
        <Menu.Item onClick={() => onSave('svg')}>{t('chart.svg')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type FiguresTableProps = Pick<ChartCardProps, 'title' | 'columns' | 'rows'>

function FiguresTable({ title, columns, rows }: FiguresTableProps) {
  const { t } = useTranslation()
  return (
    // Its rows are more than the height of the drawing: it scrolls, also by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls takes the focus
    <section className={classes.table} aria-label={`${title} · ${t('chart.table')}`} tabIndex={0}>
      <Table stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              <Table.Th key={column} data-number={at > 0 || undefined}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...figures]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              {figures.map((figure, at) => (
                <Table.Td key={columns[at + 1]} data-number>
                  {figure}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
