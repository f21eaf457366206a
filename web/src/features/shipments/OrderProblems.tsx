import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OrderProblem } from '@/api/schema'
import { orderProblemText } from './order-problems'

/** Values that an order did not have, or that could not be used: to be checked before the confirmation. */
export function OrderProblems({ problems }: { problems: OrderProblem[] }) {
  const { t } = useTranslation('shipments')
  if (problems.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('order.title')}>
      {problems.map((problem) => (
        <div key={`${problem.field} ${problem.kind} ${problem.sent}`}>{orderProblemText(t, problem)}</div>
      ))}
    </Alert>
  )
}
