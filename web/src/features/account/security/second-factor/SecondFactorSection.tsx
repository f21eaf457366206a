import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountSecondFactorShow,
  useAccountSecondFactorShow,
} from '@/api/generated/endpoints/second-factor/second-factor'
import type { Account, SecondFactor } from '@/api/schema'
import { FormSection } from '@/ui/form/ResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import { Moment } from '@/ui/time/Moment'
import { SecondFactorDialog, type Task } from './SecondFactorDialog'

/** Whether a code is asked for after the password. */
export function SecondFactorSection({ account }: { account: Account }) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const result = useAccountSecondFactorShow({ query: { staleTime: 0 } })
  const [task, setTask] = useState<Task>()
  const factor = result.data?.data

  return (
    // Its own width decides, as in a form.
    <div style={{ containerType: 'inline-size' }}>
      <FormSection title={t('factor.title')} text={t('factor.text')}>
        {!factor && result.error && <LoadFailure title={t('failed')} result={result} />}
        {!factor && !result.error && <Skeleton height={64} />}
        {factor && !account.has_password && <Text size="sm">{t('factor.noPassword')}</Text>}
        {factor && account.has_password && <State factor={factor} onTask={setTask} />}
      </FormSection>
      <SecondFactorDialog
        task={task}
        onClose={() => setTask(undefined)}
        onDone={() => invalidateAccountSecondFactorShow(queryClient)}
      />
    </div>
  )
}

function State({ factor, onTask }: { factor: SecondFactor; onTask(task: Task): void }) {
  const { t } = useTranslation('account')
  const button = (task: Task) => (
    <Button variant="default" disabled={!factor.can.update} onClick={() => onTask(task)}>
      {t(`factor.${task}.open`)}
    </Button>
  )
  if (!factor.enabled_at) {
    return (
      <>
        <Text size="sm">{t('factor.isOff')}</Text>
        <Group justify="flex-end">{button('enable')}</Group>
      </>
    )
  }
  return (
    <>
      <Text size="sm">
        {t('factor.isOn')} <Moment at={factor.enabled_at} />
      </Text>
      <Text size="sm">{t('factor.left', { count: factor.recovery_codes_left })}</Text>
      <Group justify="flex-end" gap="xs">
        {button('renew')}
        {button('disable')}
      </Group>
    </>
  )
}
