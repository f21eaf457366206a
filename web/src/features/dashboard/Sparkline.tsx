import classes from './Dashboard.module.css'

const WIDTH = 120
const HEIGHT = 36
/** Room for the width of the line. */
const INSET = 2

type SparklineProps = {
  values: number[]
  /** Its content as a sentence. */
  label: string
}

/** A small line without axes. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={pointsOf(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Places the values from left to right, zero at the bottom. */
export function pointsOf(values: number[]) {
  const highest = Math.max(1, ...values)
  const place = (value: number, at: number) => {
    const x = (at / Math.max(1, values.length - 1)) * WIDTH
    const y = HEIGHT - INSET - (value / highest) * (HEIGHT - 2 * INSET)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  return values.map(place).join(' ')
}
