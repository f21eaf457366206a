import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { purchaseReturn } from '@/api/generated/endpoints/stock/stock'
import type { PurchaseDetails, PurchaseReceipt } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Purchases.module.css'
import { refreshPurchases } from './refresh'

const ReasonDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/ui/dialogs/ReasonDialog')).ReasonDialog })),
)

type Asked = { receipt: PurchaseReceipt; key: string; opened: boolean }

const aboutOf = ({ sku, title, lot }: PurchaseReceipt) => [sku, title, lot].filter(Boolean).join(' · ')

/** Each arrival of goods, the newest first. It can go back to the supplier. */
export function PurchaseReceipts({ purchase }: { purchase: PurchaseDetails }) {
  const { t } = useTranslation('purchases')
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked((now) => now && { ...now, opened: false })

  async function sendBack({ receipt, key }: Asked, reason: string) {
    const { line, no } = receipt
    const { data } = await purchaseReturn(purchase.id, { key, line, no, reason })
    refreshPurchases(client, data.purchase)
    notify.success(t('return.done'))
  }

  return (
    <PageCard title={t('receipts.title')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('receipts.title')}>
        {purchase.receipts.map((receipt) => (
          <li key={receipt.movement_id} className={classes.line}>
            <Receipt
              receipt={receipt}
              canReturn={purchase.can.return_goods}
              onReturn={() => setAsked({ receipt, key: uuidV7(), opened: true })}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <Suspense>
          <ReasonDialog
            opened={asked.opened}
            onClose={close}
            title={t('return.title')}
            about={aboutOf(asked.receipt)}
            label={t('field.reason')}
            text={t('return.text')}
            action={t('action.return')}
            run={(reason) => sendBack(asked, reason)}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

type ReceiptProps = { receipt: PurchaseReceipt; canReturn: boolean; onReturn(): void }

function Receipt({ receipt, canReturn, onReturn }: ReceiptProps) {
  const { t } = useTranslation('purchases')
  const format = useFormat()
  const { title, place, lot, expiration_date, quantity, received_at, returned_at } = receipt
  return (
    <>
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {[place, lot, expiration_date && t('expires', { day: format.day(expiration_date) })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          <Moment at={received_at} relative />
          {returned_at !== null && ` · ${t('receipts.returned')}`}
        </Text>
      </Stack>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {`+${format.number(quantity)}`}
        </Text>
        {canReturn && returned_at === null && (
          <Button variant="default" onClick={onReturn}>
            {t('action.return')}
          </Button>
        )}
      </Group>
    </>
  )
}
