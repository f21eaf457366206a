import { Alert, Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { depositConfirmMany } from '@/api/generated/endpoints/finance/finance'
import type { Deposit, DepositConfirmed } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'
import { refreshDeposits } from './refresh'

type Outcome = { deposit: Deposit; failure?: string }

/** Asks, confirms all in one call, and shows the result of each. */
export default function ConfirmDeposits({ chosen, opened, onClose }: BulkDialogProps<Deposit>) {
  const { t } = useTranslation(['deposits', 'common'])
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const [failure, setFailure] = useState<unknown>()
  const [running, setRunning] = useState(false)
  const { rows, clear } = chosen

  async function run() {
    setRunning(true)
    setFailure(undefined)
    try {
      const asked = rows.map(({ id, version }) => ({ id, version }))
      const { data } = await depositConfirmMany({ deposits: asked })
      for (const { deposit } of data) if (deposit) refreshDeposits(client, deposit)
      setOutcomes(rows.map((deposit) => outcomeOf(deposit, data)))
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }

  function close() {
    onClose()
    if (outcomes) clear()
    setOutcomes(undefined)
    setFailure(undefined)
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      closeOnClickOutside={!running}
      closeOnEscape={!running}
      title={outcomes ? t('many.report') : t('confirm.title', { count: rows.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {outcomes ? (
        <Report outcomes={outcomes} onClose={close} />
      ) : (
        <Stack>
          <Text size="sm">{t('confirm.text')}</Text>
          <Sums deposits={rows} />
          {failure !== undefined && (
            <Alert color="red" role="alert">
              {errorText(failure)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={running} data-autofocus>
              {t('common:cancel')}
            </Button>
            <Button loading={running} onClick={() => void run()}>
              {t('action.confirm')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

/** A deposit after the call: as it is now, or why it was not confirmed. */
function outcomeOf(deposit: Deposit, told: DepositConfirmed[]): Outcome {
  const own = told.find(({ id }) => id === deposit.id)
  if (own?.deposit) return { deposit: own.deposit }
  return { deposit, failure: codeText(own?.message_code, {}, own?.message ?? '') }
}

/** Sums of the deposits to confirm, for each currency. */
function Sums({ deposits }: { deposits: Deposit[] }) {
  const { t } = useTranslation('deposits')
  return (
    <Text size="sm" fw={600}>
      {t('total')}:{' '}
      {sumsOf(deposits).map(({ currency, amount }, at) => (
        <span key={currency}>
          {at > 0 && ' · '}
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </Text>
  )
}

/** One line for each deposit; those that were not confirmed come first. */
function Report({ outcomes, onClose }: { outcomes: Outcome[]; onClose(): void }) {
  const { t } = useTranslation(['deposits', 'common'])
  const failed = outcomes.filter(({ failure }) => failure)
  const done = outcomes.filter(({ failure }) => !failure)
  return (
    <Stack>
      <Text size="sm" fw={600} role="status">
        {t('many.done', { count: done.length })}
        {failed.length > 0 && ` · ${t('many.refused', { count: failed.length })}`}
      </Text>
      <ScrollArea.Autosize mah="min(22rem, 50dvh)" type="auto">
        <List listStyleType="none" spacing="xs" aria-label={t('many.report')}>
          {[...failed, ...done].map(({ deposit, failure }) => (
            <List.Item
              key={deposit.id}
              icon={
                failure ? (
                  <IconAlertCircle size={16} color="var(--mantine-color-red-text)" aria-hidden />
                ) : (
                  <IconCircleCheck size={16} color="var(--mantine-color-teal-text)" aria-hidden />
                )
              }
            >
              <Text span size="sm" fw={550}>
                {deposit.client_name} · <Money amount={deposit.amount} currency={deposit.currency} /> ·{' '}
                {deposit.reference}
              </Text>{' '}
              <Text span size="sm" c="dimmed">
                {failure ?? t('status.20')}
              </Text>
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}
