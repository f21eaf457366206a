import { useTranslation } from 'react-i18next'

/** Terms of delivery with who pays duties and taxes, where the code alone does not say it to everybody. */
export function useTermsInWords() {
  const { t } = useTranslation('shipments')
  const words: Record<string, string> = { DAP: t('terms.DAP'), DDP: t('terms.DDP') }
  return (code: string) => words[code] ?? code
}
