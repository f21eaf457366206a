import { useFormat } from '@/ui/format'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** '1.8 MB', as this person writes numbers. */
export function useBytes() {
  const { preferences } = useFormat()
  return (bytes: number) => {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
    return new Intl.NumberFormat(preferences.locale, {
      style: 'unit',
      unit: UNITS[step],
      maximumFractionDigits: step === 0 ? 0 : 1,
    }).format(bytes / 1024 ** step)
  }
}
