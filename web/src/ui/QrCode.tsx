import classes from './QrCode.module.css'

/** White around it, as cameras want it. */
const QUIET = 4

type QrCodeProps = {
  /** Number of modules per side, and the black ones as a path. */
  code: { size: number; path: string }
  label: string
}

/** A code for the camera of another device. */
export function QrCode({ code: { size, path }, label }: QrCodeProps) {
  const side = size + 2 * QUIET
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      className={classes.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
