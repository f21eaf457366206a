import { Skeleton, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDepositShow } from '@/api/generated/endpoints/finance/finance'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { DepositButtons } from './DepositButtons'
import { DepositFacts } from './DepositFacts'
import classes from './Deposits.module.css'
import { Receipt } from './Receipt'
import { useDepositActions } from './useDepositActions'

/** One deposit: the payment, its receipt, and what to do with it. */
export function DepositPage({ id }: { id: string }) {
  const { t } = useTranslation('deposits')
  const result = useDepositShow(id)
  const actions = useDepositActions()
  const deposit = result.data?.data
  return (
    <ResourcePage
      title={deposit ? `${t('one')} ${deposit.reference}` : t('one')}
      action={deposit && <DepositButtons deposit={deposit} actions={actions} />}
    >
      {deposit && (
        <div className={classes.page}>
          <div className={classes.card}>
            <DepositFacts deposit={deposit} />
          </div>
          <section className={classes.card} aria-labelledby="receipt">
            <Title order={2} size="h5" id="receipt" mb="xs">
              {t('field.receipt')}
            </Title>
            <Receipt deposit={deposit} />
          </section>
        </div>
      )}
      {!deposit && result.error ? <LoadFailure title={t('show.failed')} result={result} /> : null}
      {!deposit && !result.error && <Skeleton h="60vh" radius="md" />}
      {actions.dialog}
    </ResourcePage>
  )
}
