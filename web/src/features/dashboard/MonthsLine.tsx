import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { topOf } from './axis'
import classes from './Dashboard.module.css'

const COLOR = 'var(--mantine-color-brand-filled)'
const TICK = { fill: 'var(--mantine-color-dimmed)' }

export type MonthPoint = { name: string; tick: string; count: number }

type MonthsLineProps = {
  points: MonthPoint[]
  /** Name of the figures. */
  label: string
  /** The axis reaches at least this far. */
  least: number
  number(value: number): string
}

/** The drawing is loaded when a chart is first shown: its library is larger than the rest of the page. */
export default function MonthsLine({ points, label, least, number }: MonthsLineProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={points}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        className={classes.chart}
      >
        <CartesianGrid vertical={false} />
        <XAxis dataKey="tick" tick={TICK} tickLine={false} minTickGap={12} tickMargin={8} />
        <YAxis
          domain={[
            0,
            topOf(
              points.map(({ count }) => count),
              least,
            ),
          ]}
          tick={TICK}
          tickFormatter={number}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          width="auto"
        />
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as MonthPoint | undefined
            return active && point ? (
              <div className={classes.hint}>
                {point.name}: {number(point.count)}
              </div>
            ) : null
          }}
        />
        <Line
          dataKey="count"
          name={label}
          type="monotone"
          stroke={COLOR}
          strokeWidth={2}
          dot={{ r: 3, fill: COLOR }}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
