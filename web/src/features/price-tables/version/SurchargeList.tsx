import { Button, UnstyledButton } from '@mantine/core'
import { IconPlus, IconReceiptTax } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import type { SurchargeValues } from './surcharge-values'
import classes from './Zones.module.css'

type SurchargeListProps = {
  surcharges: readonly SurchargeValues[]
  currency: string
  at: number
  /** Surcharges with an error. */
  wrong: ReadonlySet<number>
  onSelect(at: number): void
  onAdd: (() => void) | undefined
}

/** All surcharges in the order in which they are calculated, with their amounts. */
export function SurchargeList({ surcharges, currency, at, wrong, onSelect, onAdd }: SurchargeListProps) {
  const { t } = useTranslation('price-parts')
  const format = useFormat()
  const amountOf = ({ basis, amount }: SurchargeValues) => {
    if (amount === null) return ''
    return basis.startsWith('pct') ? `${format.number(Number(amount))} %` : format.money(amount, currency)
  }
  if (surcharges.length === 0) {
    return (
      <div className={classes.none}>
        <EmptyState
          icon={IconReceiptTax}
          title={t('surcharges.none')}
          text={t('surcharges.noneText')}
          action={
            onAdd && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
                {t('surcharges.add')}
              </Button>
            )
          }
        />
      </div>
    )
  }
  return (
    <div>
      <ol className={classes.list} aria-label={t('surcharges.list')}>
        {surcharges.map((one, index) => (
          <li key={one.key}>
            <UnstyledButton
              className={classes.item}
              aria-current={index === at || undefined}
              data-wrong={wrong.has(index) || undefined}
              onClick={() => onSelect(index)}
            >
              <span>{one.code || t('surcharges.unnamed')}</span>
              <span className={classes.count}>{amountOf(one)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {onAdd && (
        <Button fullWidth variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {t('surcharges.add')}
        </Button>
      )}
    </div>
  )
}
