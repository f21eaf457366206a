import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InvoiceSum } from '@/api/schema'
import { Money } from '@/ui/Money'
import classes from './Document.module.css'

/** Open amounts by currency, and how much of them is overdue. The line is there before the sums are. */
export function OpenSums({ sums }: { sums: InvoiceSum[] | undefined }) {
  const { t } = useTranslation('invoices')
  return (
    <div className={classes.sums} role="status">
      {sums?.length === 0 && <Text size="sm">{t('sums.none')}</Text>}
      {sums?.map(({ currency, open, overdue }) => (
        <Text key={currency} size="sm">
          {t('sums.open')}{' '}
          <b>
            <Money amount={open} currency={currency} />
          </b>
          {Number(overdue) > 0 && (
            <>
              {' '}
              · {t('sums.overdue')}{' '}
              <b>
                <Money amount={overdue} currency={currency} />
              </b>
            </>
          )}
        </Text>
      ))}
      {!sums && <Text size="sm">&nbsp;</Text>}
    </div>
  )
}
