/**
 * A scale of ten shades from one colour, safe by construction.
 *
 * Mantine's own shades fail WCAG for many hues (white on yellow, blue text on dark grey). Here each shade
 * is solved for a contrast ratio against white instead of a lightness:
 *
 *   1. sRGB hex -> linear RGB -> OKLab -> OKLCH. Keep the hue and the chroma of the input.
 *   2. For each shade, bisect the OKLCH lightness for the lightest colour whose contrast against white,
 *      measured on the *rounded* hex, still reaches the shade's target.
 *   3. A lightness at which that chroma lies outside sRGB gets the largest chroma that fits (bisected too).
 *
 * Shade 6 is the fill of buttons and the colour of links on white (never under 4.5 : 1), shade 4 is text on
 * dark surfaces, shade 7 a link on any light one. The server makes a tenant's `--brand-0..9` in `/theme.css` by these
 * same steps and targets; `openapi/palette.json` has the vectors that both must meet.
 */

type Rgb = [red: number, green: number, blue: number]
type Oklab = [lightness: number, greenRed: number, blueYellow: number]
type Oklch = { lightness: number; chroma: number; hue: number }

/** Contrast against white that each shade reaches. */
export const TARGETS = [1.06, 1.16, 1.36, 1.72, 2.3, 3.2, 4.7, 5.9, 7.6, 10.2]

/** Halvings of an interval: enough for a step far below one 8-bit colour value. */
const BISECTIONS = 24

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const clamp = (value: number) => Math.min(1, Math.max(0, value))

const parse = (hex: string) =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb

const print = (rgb: Rgb) => `#${rgb.map((value) => byte(toGamma(clamp(value)))).join('')}`

const byte = (value: number) =>
  Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')

function toOklab([r, g, b]: Rgb): Oklab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, greenRed, blueYellow]
}

function toOklch(rgb: Rgb): Oklch {
  const [lightness, greenRed, blueYellow] = toOklab(rgb)
  return { lightness, chroma: Math.hypot(greenRed, blueYellow), hue: Math.atan2(blueYellow, greenRed) }
}

const toRgb = ({ lightness, chroma, hue }: Oklch) =>
  fromOklab([lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)])

function fromOklab([lightness, greenRed, blueYellow]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const inGamut = (rgb: Rgb) => rgb.every((value) => value >= -1e-4 && value <= 1.0001)

/** The largest value below `high` that passes, given that small values pass. */
function bisect(high: number, passes: (value: number) => boolean) {
  let low = 0
  let top = high
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + top) / 2
    if (passes(middle)) low = middle
    else top = middle
  }
  return low
}

function intoGamut(colour: Oklch): Rgb {
  const whole = toRgb(colour)
  if (inGamut(whole)) return whole
  const chroma = bisect(colour.chroma, (value) => inGamut(toRgb({ ...colour, chroma: value })))
  return toRgb({ ...colour, chroma })
}

const luminance = (hex: string) => {
  const [r, g, b] = parse(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two colours given as '#rrggbb'. */
export function contrast(a: string, b: string) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The hue of a colour in degrees. */
export const hueOf = (hex: string) => (toOklch(parse(hex)).hue * 180) / Math.PI

/** `color-mix(in oklab, colour share, other)`. */
export function mixed(colour: string, other: string, share: number) {
  const [a, b] = [colour, other].map((hex) => toOklab(parse(hex))) as [Oklab, Oklab]
  return print(fromOklab(a.map((value, at) => value * share + (b[at] ?? 0) * (1 - share)) as Oklab))
}

const WHITE = `#${'f'.repeat(6)}`

export function brandScale(hex: string): string[] {
  const { chroma, hue } = toOklch(parse(hex))
  const shade = (lightness: number) => print(intoGamut({ lightness, chroma, hue }))
  return TARGETS.map((target) => shade(bisect(1, (lightness) => contrast(shade(lightness), WHITE) >= target)))
}

/** A nearly grey scale at given lightnesses: surfaces, borders and text. */
export const neutralScale = (lightnesses: number[], chroma: number, hue: number) =>
  lightnesses.map((lightness) => print(intoGamut({ lightness, chroma, hue })))
