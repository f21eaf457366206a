import { Cell, Pie, PieChart, ResponsiveContainer } from 'recharts'
import classes from './Dashboard.module.css'

export type Slice = { name: string; count: number; color: string }

type StatusPieProps = {
  slices: Slice[]
  /** The counted records; shown under their number. */
  label: string
  number(value: number): string
}

/** An empty month is a grey ring. */
const EMPTY: Slice = { name: '', count: 1, color: 'var(--app-line)' }

export default function StatusPie({ slices, label, number }: StatusPieProps) {
  const filled = slices.filter(({ count }) => count > 0)
  const total = filled.reduce((sum, { count }) => sum + count, 0)
  const drawn = filled.length > 0 ? filled : [EMPTY]
  return (
    <div className={classes.pie}>
      <div className={classes.ring}>
        <p className={classes.middle}>
          <strong>{number(total)}</strong>
          {label}
        </p>
        <ResponsiveContainer width="100%" height="100%">
          <PieChart accessibilityLayer={false} className={classes.chart}>
            <Pie
              data={drawn}
              dataKey="count"
              nameKey="name"
              innerRadius="64%"
              outerRadius="90%"
              stroke={drawn.length > 1 ? 'var(--app-surface)' : 'none'}
              isAnimationActive={false}
            >
              {drawn.map(({ name, color }) => (
                <Cell key={name} fill={color} />
              ))}
            </Pie>
          </PieChart>
        </ResponsiveContainer>
      </div>
      <ul className={classes.legend}>
        {slices.map(({ name, count, color }) => (
          <li key={name}>
            <i style={{ background: color }} />
            {name} {number(count)}
          </li>
        ))}
      </ul>
    </div>
  )
}
