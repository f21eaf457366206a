import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceItemRemove } from '@/api/generated/endpoints/finance/finance'
import type { Invoice, InvoiceItem } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { refreshInvoices } from './refresh'

const ItemDialog = lazy(() => onceOnline(() => import('./ItemDialog')))

/** Changes or removes an item that staff added to a draft. */
export function ItemActions({ invoice, item }: { invoice: Invoice; item: InvoiceItem }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<boolean>()
  const name = item.details.description

  async function remove() {
    const isDone = await confirm({
      title: t('item.removeNamed', { item: name }),
      text: t('item.removeText', { amount: format.money(item.total, invoice.currency) }),
      action: t('item.remove'),
      danger: true,
      run: async () => refreshInvoices(queryClient, (await invoiceItemRemove(invoice.id, item.seq)).data),
    })
    if (isDone) notify.success(t('item.removed'))
  }

  return (
    <Group gap="xs" mt="xs">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('item.editNamed', { item: name })}
        onClick={() => setOpened(true)}
      >
        {t('item.edit')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('item.removeNamed', { item: name })}
        onClick={() => void remove()}
      >
        {t('item.remove')}
      </Button>
      {opened !== undefined && (
        <Suspense>
          <ItemDialog invoice={invoice} item={item} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Group>
  )
}
