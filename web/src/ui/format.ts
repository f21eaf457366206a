import { createContext, use } from 'react'

/** 10 metric, 20 imperial: the codes of the API. */
export type Unit = 10 | 20

/** The part of a day that a country writes first: 21/11/2026, 11/21/2026 or 2026/11/21. */
export type DayOrder = 'day' | 'month' | 'year'

/** The number of matches as the server says it. */
export type Matches = { total: number; total_capped?: boolean }

/** The formats of dates, numbers, weights and sizes for this reader. */
export type Preferences = {
  /** BCP 47; decides the order of day and month, the decimal mark and the currency symbol. */
  locale: string
  timeZone: string
  currency: string
  weightUnit: Unit
  sizeUnit: Unit
}

const DEFAULTS: Preferences = {
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'USD',
  weightUnit: 10,
  sizeUnit: 10,
}

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
/** Intl writes '27 byte' in its short form. */
const WHOLE_BYTES = 'long'

export const GRAMS_PER_POUND = 453.59237
export const MM_PER_INCH = 25.4

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY_MS = 24 * HOUR
/** Hours are counted up to this many; before that, the day is named. */
const COUNTED_HOURS = 12

export type Format = ReturnType<typeof createFormat>

const DAY: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' }
const SPAN: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const MONTH: Intl.DateTimeFormatOptions = { month: 'short', year: 'numeric' }
/** Twelve hours or twenty-four, as the locale has it. */
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** Made when first used: setting a formatter up costs milliseconds, and a page needs few of them. */
function once<T>(make: () => T) {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Decimals of an amount in this currency: none for the yen, three for the Kuwaiti dinar. */
export function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** Weights travel as whole grams, sizes as millimetres with one decimal; here they become what people read. */
export function createFormat(preferences: Preferences) {
  const { locale, timeZone, currency, weightUnit, sizeUnit } = preferences
  const unit = (name: string, digits: number) =>
    once(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits }))
  const date = once(() => new Intl.DateTimeFormat(locale, { ...DAY, timeZone }))
  const calendarDay = once(() => new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' }))
  const span = once(() => new Intl.DateTimeFormat(locale, { ...SPAN, timeZone: 'UTC' }))
  const minute = once(() => new Intl.DateTimeFormat(locale, { ...DAY, ...TIME, timeZone }))
  const wallMinute = once(() => new Intl.DateTimeFormat(locale, { ...DAY, ...TIME, timeZone: 'UTC' }))
  const second = once(() => new Intl.DateTimeFormat(locale, { ...DAY, ...TIME, second: '2-digit', timeZone }))
  const time = once(() => new Intl.DateTimeFormat(locale, { ...TIME, timeZone }))
  const weekday = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone }))
  /** 2026-11-21: days in this zone can be compared and counted. */
  const isoDay = once(() => new Intl.DateTimeFormat('en-CA', { ...DAY, timeZone }))
  const number = once(() => new Intl.NumberFormat(locale))
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent' }))
  const month = once(() => new Intl.DateTimeFormat(locale, { ...MONTH, timeZone: 'UTC' }))
  const monthName = once(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }))
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' }))
  const kilograms = unit('kilogram', 3)
  const weight = weightUnit === 20 ? unit('pound', 2) : kilograms
  const size = sizeUnit === 20 ? unit('inch', 2) : unit('centimeter', 1)
  const inUnit = (mm: number) => (sizeUnit === 20 ? mm / MM_PER_INCH : mm / 10)
  const side = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: sizeUnit === 20 ? 2 : 1 }))

  return {
    preferences,
    /** The current day, '2026-11-21'. */
    today: () => isoDay().format(Date.now()),
    date: (value: string | Date) => date().format(new Date(value)),
    /** A day without a time ('2026-11-21') is the same day in every zone. */
    day: (value: string) => calendarDay().format(new Date(`${value.slice(0, 10)}T00:00:00Z`)),
    /** '25 – 27 Nov 2026'; one day as `day` shows it. */
    days: (from: string | null, to: string) =>
      from
        ? span().formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
        : calendarDay().format(new Date(`${to.slice(0, 10)}T00:00:00Z`)),
    /** True for 11/21/2026, false for 21/11/2026. */
    get monthFirst() {
      return calendarDay().formatToParts(0)[0]?.type === 'month'
    },
    /** The part of a day that stands first. */
    get dayOrder(): DayOrder {
      const first = calendarDay().formatToParts(0)[0]?.type
      return first === 'month' || first === 'year' ? first : 'day'
    },
    /** '21/11/2026 14:10'. */
    dateTime: (value: string | Date) => minute().format(new Date(value)).replace(',', ''),
    /** The same for '2026-11-21T14:10:00', which is read as it is, in no other zone. */
    wallTime: (value: string) =>
      wallMinute()
        .format(new Date(`${value}Z`))
        .replace(',', ''),
    /** '21/11/2026 14:10:05', for tooltips and files. */
    exact: (value: string | Date) => second().format(new Date(value)).replace(',', ''),
    /** The time alone, for the current day. */
    time: (value: string | Date) => time().format(new Date(value)),
    number: (value: number) => number().format(value),
    /** '1,204', or '1,000+' where the server stopped counting. */
    total: ({ total, total_capped }: Matches) => `${number().format(total)}${total_capped ? '+' : ''}`,
    /** '37%' for 37. */
    percent: (value: number) => percent().format(value / 100),
    /** 'Nov 2026' for '2026-11'. */
    month: (value: string) => month().format(new Date(`${value}-01T00:00:00Z`)),
    /** 'Nov' for '2026-11'. */
    monthName: (value: string) => monthName().format(new Date(`${value}-01T00:00:00Z`)),
    money: (amount: number | string, code?: string | null) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: code || currency }).format(Number(amount)),
    /** 'R$ 1,3333': the price of one unit has up to four decimals. */
    unitPrice: (amount: number | string, code?: string | null) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code || currency,
        maximumFractionDigits: 4,
      }).format(Number(amount)),
    /** '+R$ 10,00' or '-R$ 10,00': what came in and what went out, without colour. */
    change: (amount: number | string, code: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: code, signDisplay: 'exceptZero' }).format(
        Number(amount),
      ),
    weight: (grams: number) => weight().format(weightUnit === 20 ? grams / GRAMS_PER_POUND : grams / 1000),
    /** For a price of a kilogram, whatever unit the account has. */
    kilograms: (grams: number) => kilograms().format(grams / 1000),
    size: (mm: number) => size().format(inUnit(mm)),
    /** '30 × 20 × 10 cm'. */
    sizes: (length: number, width: number, height: number) =>
      `${side().format(inUnit(length))} × ${side().format(inUnit(width))} × ${size().format(inUnit(height))}`,
    /** '1.8 MB'. */
    bytes(value: number) {
      const step = Math.min(BYTES.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10))
      const digits = step === 0 ? 0 : 1
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: BYTES[step],
        unitDisplay: step === 0 ? WHOLE_BYTES : 'short',
        maximumFractionDigits: digits,
      }).format(value / 1024 ** step)
    },
    /** 'now', '5m ago', '2h ago', 'yesterday 14:10', 'Mon 14:10' within a week, then the date. */
    recent(value: string | Date, now = Date.now()) {
      const at = new Date(value)
      const passed = now - at.getTime()
      const dayOf = (moment: number | Date) => Date.parse(isoDay().format(moment)) / DAY_MS
      const days = dayOf(now) - dayOf(at)
      if (passed < -MINUTE || days > 6) return minute().format(at).replace(',', '')
      if (passed < MINUTE) return relative().format(0, 'second')
      if (passed < HOUR) return relative().format(-Math.trunc(passed / MINUTE), 'minute')
      if (days === 0 || passed < COUNTED_HOURS * HOUR)
        return relative().format(-Math.trunc(passed / HOUR), 'hour')
      const day = days === 1 ? relative().format(-1, 'day') : weekday().format(at)
      return `${day} ${time().format(at)}`
    },
  }
}

export const FormatContext = createContext<Format>(createFormat(DEFAULTS))

export const useFormat = () => use(FormatContext)
