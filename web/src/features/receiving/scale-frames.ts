/**
 * What scales send, as grams. A weight is a number only when the scale says that it is stable: all else is a word that
 * the station shows.
 */

export const SCALE_PROTOCOLS = ['toledo_prt', 'filizola', 'nci', 'mt_sics', 'wedge'] as const
export type ScaleProtocol = (typeof SCALE_PROTOCOLS)[number]

export const WEIGHT_UNITS = ['g', 'kg', 'lb', 'oz'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]

export type ScaleState =
  | 'stable'
  /** The frame is not whole yet: wait for the rest. */
  | 'incomplete'
  | 'unstable'
  | 'negative'
  | 'overload'
  /** The scale is broken. */
  | 'fault'
  /** It cannot weigh now. */
  | 'busy'
  /** Typed by a keyboard scale: no weight of a parcel. */
  | 'zero'
  /** A keyboard scale and a scanner type into the same field: this is a code. */
  | 'barcode'
  /** Another protocol, or noise on the line. */
  | 'unreadable'

export type ScaleReading = {
  state: ScaleState
  /** Only of a stable scale. */
  grams: number | null
  /** The number and the unit as the scale wrote them. */
  value: string | null
  unit: WeightUnit | null
}

/** What the frames of a scale leave open. */
export type ScaleSettings = {
  /** The unit of numbers without one. */
  unit: WeightUnit
  /** Decimals in frames that have only digits. */
  decimals: number
}

export const USUAL_SETTINGS: ScaleSettings = { unit: 'kg', decimals: 3 }

/** Longer than any frame: older bytes without an end are noise. */
const MOST_BUFFERED = 256

const STX = '\u0002'
const ETX = '\u0003'

const withoutWeight = (state: ScaleState): ScaleReading => ({ state, grams: null, value: null, unit: null })

/** Adds what was received to what is still without an end. */
export const addReceived = (buffer: string, received: string) => (buffer + received).slice(-MOST_BUFFERED)

/** The last whole frame of what was received. */
export function readScale(
  protocol: ScaleProtocol,
  received: string,
  settings: ScaleSettings = USUAL_SETTINGS,
): ScaleReading {
  const text = withoutParity(received)
  switch (protocol) {
    case 'toledo_prt':
    case 'filizola':
      return readDigits(text, settings)
    case 'nci':
      return readNci(text, settings)
    case 'mt_sics':
      return readSics(text, settings)
    case 'wedge':
      return readTyped(text, settings)
  }
}

/** Seven bits a character; some scales send a parity in the eighth. */
const withoutParity = (text: string) =>
  Array.from(text, (char) => String.fromCharCode(char.charCodeAt(0) % 128)).join('')

/** Toledo Prt1 and Filizola: digits between STX and ETX; a letter in their place says why there are none. */
function readDigits(text: string, { unit, decimals }: ScaleSettings): ScaleReading {
  const end = text.lastIndexOf(ETX)
  const start = text.lastIndexOf(STX, end)
  if (end < 0 || start < 0) return withoutWeight('incomplete')
  const frame = text.slice(start + 1, end)
  const digits = /^\d{4,7}$/.test(frame)
  if (digits) return stable(withPoint(frame, decimals), unit)
  const states: Record<string, ScaleState> = { I: 'unstable', N: 'negative', S: 'overload' }
  return withoutWeight(states[frame.charAt(0)] ?? 'unreadable')
}

/** '01234' with three decimals is '01.234'. */
const withPoint = (digits: string, decimals: number) =>
  decimals > 0 ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits

/** NCI SCP-01: a line with the weight, a line with two or three bytes of flags, ETX. */
function readNci(text: string, settings: ScaleSettings): ScaleReading {
  const end = text.lastIndexOf(ETX)
  if (end < 0) return withoutWeight('incomplete')
  const start = text.lastIndexOf(ETX, end - 1)
  const lines = text
    .slice(end > 0 ? start + 1 : 0, end)
    .split(/[\r\n]+/)
    .filter((line) => line.trim())
  const flags = lines.at(-1) ?? ''
  if (!/^[0-?][0-?p-\x7f]/.test(flags)) return withoutWeight('unreadable')
  const has = (byte: number, bit: number) => ((flags.charCodeAt(byte) >> bit) & 1) === 1
  // Memory of the scale, its program, its calibration.
  if (has(0, 2) || has(0, 3) || has(1, 2) || has(1, 3)) return withoutWeight('fault')
  if (has(1, 1)) return withoutWeight('overload')
  if (has(1, 0)) return withoutWeight('negative')
  // In motion, some scales answer with the flags alone.
  if (has(0, 0) || lines.length < 2) return withoutWeight('unstable')
  return readNumber(lines.at(-2) ?? '', settings) ?? withoutWeight('unreadable')
}

/** The last line that has an end. */
function lastLine(text: string) {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  const lines = text.slice(0, end + 1).split(/[\r\n]+/)
  return lines.filter((line) => line.trim()).at(-1)
}

/** MT-SICS: 'S', a letter for the state, the weight. */
function readSics(text: string, settings: ScaleSettings): ScaleReading {
  const line = lastLine(text)
  if (line === undefined) return withoutWeight('incomplete')
  const [command, state, ...weight] = line.trim().split(/\s+/)
  if (/^E[STL]$/.test(command ?? '')) return withoutWeight('fault')
  if (!/^S/.test(command ?? '')) return withoutWeight('unreadable')
  const states: Record<string, ScaleState> = { D: 'unstable', I: 'busy', '+': 'overload', '-': 'negative' }
  if (state !== 'S') return withoutWeight(states[state ?? ''] ?? 'unreadable')
  return readNumber(weight.join(' '), settings) ?? withoutWeight('unreadable')
}

/**
 * A line that a keyboard scale types: a number, alone or behind the state of A&D and many others (`ST,GS,+00001.25kg`, or
 * without gross and net `ST,+00001.25 kg`). What types no Enter needs a line end from the page, when nothing follows.
 */
function readTyped(text: string, settings: ScaleSettings): ScaleReading {
  const line = lastLine(text)?.trim()
  if (line === undefined) return withoutWeight('incomplete')
  const [, state, full, short] = /^(ST|US|OL),(?:(?:GS|NT|TR),(.*)|([ +-]*\d.*))$/.exec(line) ?? []
  const number = full ?? short
  if (state === 'US') return withoutWeight('unstable')
  if (state === 'OL') return withoutWeight('overload')
  // Digits alone can be a code.
  const isWeight = number !== undefined || /[.,]|[a-z]$/i.test(line)
  const reading = isWeight ? readNumber(number ?? line, settings) : undefined
  if (!reading) return withoutWeight(number === undefined ? 'barcode' : 'unreadable')
  return reading.grams === 0 ? withoutWeight('zero') : reading
}

/** '1.250 kg', '+00001.25kg', '1,250', '2.5 lbs', '1 lb 4.0 oz'; undefined for what is no number. */
function readNumber(text: string, settings: ScaleSettings): ScaleReading | undefined {
  const pounds = /^\s*(\d+)\s*lb\s*(\d+)([.,]\d+)?\s*oz\s*$/i.exec(text)
  if (pounds) {
    const [, lb, oz, fraction = ''] = pounds
    return stable(`${Number(lb) * 16 + Number(oz)}${fraction.replace(',', '.')}`, 'oz')
  }
  const single = text.replace(/lbs\s*$/i, 'lb')
  const [, sign, number, unit] = /^\s*([+-]?)\s*(\d+(?:[.,]\d+)?)\s*(kg|g|lb|oz)?\s*$/i.exec(single) ?? []
  if (number === undefined) return undefined
  const reading = stable(
    number.replace(',', '.'),
    (unit?.toLowerCase() as WeightUnit | undefined) ?? settings.unit,
  )
  return sign === '-' && /[1-9]/.test(number) ? withoutWeight('negative') : reading
}

const stable = (value: string, unit: WeightUnit): ScaleReading => ({
  state: 'stable',
  grams: toGrams(value, unit),
  value,
  unit,
})

/** Grams of a unit, as numerator and denominator: whole numbers lose nothing. */
const GRAMS: Record<WeightUnit, { of: bigint; per: bigint }> = {
  g: { of: 1n, per: 1n },
  kg: { of: 1000n, per: 1n },
  lb: { of: 45_359_237n, per: 100_000n },
  oz: { of: 28_349_523_125n, per: 1_000_000_000n },
}

/** Whole grams, rounded half-up. */
function toGrams(value: string, unit: WeightUnit) {
  const [whole = '', fraction = ''] = value.split('.')
  const { of, per } = GRAMS[unit]
  const numerator = BigInt(whole + fraction) * of
  const denominator = 10n ** BigInt(fraction.length) * per
  return Number((2n * numerator + denominator) / (2n * denominator))
}
