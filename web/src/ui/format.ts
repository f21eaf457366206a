import { createContext, use } from 'react'

/** 10 metric, 20 imperial: the codes of the API. */
export type Unit = 10 | 20

/** How this person reads dates, numbers, weights and sizes. */
export type Preferences = {
  /** BCP 47; decides the order of day and month and the decimal sign. */
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

const GRAMS_PER_POUND = 453.59237
const MM_PER_INCH = 25.4

const UNITS: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export type Format = ReturnType<typeof createFormat>

const DAY: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' }
const SECOND: Intl.DateTimeFormatOptions = {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

/** Made when first used: setting a formatter up costs milliseconds, and a page needs few of them. */
function once<T>(make: () => T) {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Weights travel as whole grams, sizes as millimetres with one decimal; here they become what people read. */
export function createFormat(preferences: Preferences) {
  const { locale, timeZone, currency, weightUnit, sizeUnit } = preferences
  const unit = (name: string, digits: number) =>
    once(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits }))
  const date = once(() => new Intl.DateTimeFormat(locale, { ...DAY, timeZone }))
  const calendarDay = once(() => new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' }))
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { ...SECOND, timeZone }))
  const time = once(() => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }))
  const number = once(() => new Intl.NumberFormat(locale))
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const weight = weightUnit === 20 ? unit('pound', 2) : unit('kilogram', 3)
  const size = sizeUnit === 20 ? unit('inch', 2) : unit('centimeter', 1)
  const inUnit = (mm: number) => (sizeUnit === 20 ? mm / MM_PER_INCH : mm / 10)
  const side = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: sizeUnit === 20 ? 2 : 1 }))

  return {
    preferences,
    date: (value: string | Date) => date().format(new Date(value)),
    /** A day without a time ('2026-11-21') is the same day in every zone. */
    day: (value: string) => calendarDay().format(new Date(`${value.slice(0, 10)}T00:00:00Z`)),
    dateTime: (value: string | Date) => dateTime().format(new Date(value)).replace(',', ''),
    /** The hour alone, for what is over today. */
    time: (value: string | Date) => time().format(new Date(value)),
    number: (value: number) => number().format(value),
    money: (amount: number | string, code?: string | null) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: code || currency }).format(Number(amount)),
    weight: (grams: number) => weight().format(weightUnit === 20 ? grams / GRAMS_PER_POUND : grams / 1000),
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
        maximumFractionDigits: digits,
      }).format(value / 1024 ** step)
    },
    relative(value: string | Date, now = Date.now()) {
      const seconds = (new Date(value).getTime() - now) / 1000
      const [name, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? ['minute', 60]
      return relative().format(Math.trunc(seconds / length), name)
    },
  }
}

export const FormatContext = createContext<Format>(createFormat(DEFAULTS))

export const useFormat = () => use(FormatContext)
