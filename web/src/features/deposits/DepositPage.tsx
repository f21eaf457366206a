import { useTranslation } from 'react-i18next'
import { useDepositShow } from '@/api/generated/endpoints/finance/finance'
import { RecordPage } from '@/blocks/RecordPage'
import { PageCard } from '@/ui/PageCard'
import { useDepositActions } from './actions'
import { DepositFacts } from './DepositFacts'
import { Receipt } from './Receipt'

/** One deposit: the payment, its receipt, and what to do with it. */
export function DepositPage({ id }: { id: string }) {
  const { t } = useTranslation('deposits')
  return (
    <RecordPage
      result={useDepositShow(id)}
      title={t('one')}
      failed={t('show.failed')}
      nameOf={({ reference }) => `${t('one')} ${reference}`}
      actions={useDepositActions()}
      sideAt="start"
      side={(deposit) => (
        <PageCard>
          <DepositFacts deposit={deposit} />
        </PageCard>
      )}
    >
      {(deposit) => (
        <PageCard title={t('field.receipt')}>
          <Receipt deposit={deposit} />
        </PageCard>
      )}
    </RecordPage>
  )
}
