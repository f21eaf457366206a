import { Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { depositConfirm } from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import { refreshDeposits } from './refresh'

export type Chosen = { deposits: Deposit[]; clear(): void }

type Outcome = { deposit: Deposit; failure?: string }

type ConfirmDepositsProps = { chosen: Chosen; opened: boolean; onClose(): void }

/** Asks, confirms one by one, and says what became of each. */
export default function ConfirmDeposits({ chosen, opened, onClose }: ConfirmDepositsProps) {
  const { t } = useTranslation(['deposits', 'common'])
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const [running, setRunning] = useState(false)
  const { deposits, clear } = chosen

  async function run() {
    setRunning(true)
    const told: Outcome[] = []
    for (const deposit of deposits) {
      told.push(
        await depositConfirm(deposit.id, { version: deposit.version }).then(
          ({ data }) => {
            refreshDeposits(client, data)
            return { deposit: data }
          },
          (error: unknown) => ({ deposit, failure: errorText(error) }),
        ),
      )
    }
    setOutcomes(told)
    setRunning(false)
  }

  function close() {
    onClose()
    if (outcomes) clear()
    setOutcomes(undefined)
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      closeOnClickOutside={!running}
      closeOnEscape={!running}
      title={outcomes ? t('many.report') : t('confirm.title', { count: deposits.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {outcomes ? (
        <Report outcomes={outcomes} onClose={close} />
      ) : (
        <Stack>
          <Text size="sm">{t('confirm.text')}</Text>
          <Sums deposits={deposits} />
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
