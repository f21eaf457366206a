import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'

type Validity = { valid_from: string | null; valid_to: string | null }

/** The days of a version in words: 'From 01/01/2026', '01/01/2026 to 31/12/2026'. */
export function useValidity() {
  const { t } = useTranslation('price-tables')
  const format = useFormat()
  return ({ valid_from: from, valid_to: to }: Validity) => {
    if (from && to) return t('validity.both', { from: format.day(from), to: format.day(to) })
    if (from) return t('validity.from', { from: format.day(from) })
    return to ? t('validity.to', { to: format.day(to) }) : t('validity.none')
  }
}
