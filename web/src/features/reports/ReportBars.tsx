import { useViewportSize } from '@mantine/hooks'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { ChartPoint } from './chart-points'
import classes from './Reports.module.css'

const COLOR = 'var(--mantine-color-brand-filled)'
const TICK = { fill: 'var(--mantine-color-dimmed)' }

type ReportBarsProps = {
  points: ChartPoint[]
  label: string
  /** Numbers of rows have no halves on the axis. */
  areCounts: boolean
  number(value: number): string
}

/** The drawing is loaded when a chart is first shown. */
export default function ReportBars({ points, label, areCounts, number }: ReportBarsProps) {
  // The axes measure their letters once. Whoever makes them larger also changes the window, or loads the page anew.
  useViewportSize()
  const letters = getComputedStyle(document.documentElement).fontSize
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        key={letters}
        data={points}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        className={classes.chart}
      >
        <CartesianGrid vertical={false} />
        <XAxis dataKey="name" tick={TICK} tickLine={false} minTickGap={12} tickMargin={8} />
        <YAxis
          tick={TICK}
          tickFormatter={number}
          tickLine={false}
          axisLine={false}
          allowDecimals={!areCounts}
          width="auto"
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--app-line)', opacity: 0.4 }}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as ChartPoint | undefined
            return active && point ? (
              <div className={classes.hint}>
                {point.name}: {number(point.value)}
              </div>
            ) : null
          }}
        />
        <Bar dataKey="value" name={label} fill={COLOR} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
