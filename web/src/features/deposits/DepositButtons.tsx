import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Deposit } from '@/api/schema'
import type { DepositActions } from './useDepositActions'

/** Actions on the deposit; the main one last. */
export function DepositButtons({ deposit, actions }: { deposit: Deposit; actions: DepositActions }) {
  const { t } = useTranslation('deposits')
  const { can } = deposit
  return (
    <>
      {can.withdraw && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => actions.withdraw(deposit)}
        >
          {t('action.withdraw')}
        </Button>
      )}
      {can.refuse && (
        <Button
          variant="default"
          leftSection={<IconCircleX size={16} aria-hidden />}
          onClick={() => actions.refuse(deposit)}
        >
          {t('action.refuse')}
        </Button>
      )}
      {can.confirm && (
        <Button
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => actions.accept(deposit)}
        >
          {t('action.confirm')}
        </Button>
      )}
    </>
  )
}
