import { useTranslation } from 'react-i18next'
import type { FieldStop } from '@/api/schema'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useFormat } from '@/ui/format'

type CashFieldProps = {
  stop: FieldStop
  cash: string | null
  error: string | undefined
  onCash(cash: string | null): void
}

/** The cash that was taken at the door, where some is due. */
export function CashField({ stop: { cod_due, cod_currency }, cash, error, onCash }: CashFieldProps) {
  const { t } = useTranslation('field')
  const format = useFormat()
  if (!cod_due || !cod_currency) return null
  return (
    <MoneyField
      label={t('cashTaken')}
      description={t('cashText', { amount: format.money(cod_due, cod_currency) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      size="md"
      currency={cod_currency}
      value={cash}
      error={error}
      onChange={onCash}
    />
  )
}
