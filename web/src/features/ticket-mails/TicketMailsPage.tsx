import { IconDownload, IconLifebuoy, IconMail, IconRotate, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getSupportMailFileUrl,
  invalidateSupportMailList,
  supportMailDelete,
  supportMailList,
  supportMailOpen,
  supportMailRetry,
  useSupportMailList,
} from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { SupportMail } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import type { MenuEntry } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { senderOf, ticketMailColumns } from './columns'
import { ticketMailList } from './list'

/** E-mails that belong to no ticket, or wait for somebody to decide. */
export function TicketMailsPage() {
  const { t } = useTranslation('ticket-mails')
  const list = useListParams(ticketMailList)
  const columns = useMemo(() => ticketMailColumns(t), [t])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      search={t('search')}
      list={list}
      load={(page, options) => supportMailList({ ...list.query, ...page }, options)}
      result={useSupportMailList(list.query, PAGED)}
      columns={columns}
      rowLabel={(mail) => senderOf(mail, t('unknownSender'))}
      menu={useMenu()}
      empty={{ icon: IconMail, title: t('empty'), text: t('emptyText') }}
    />
  )
}

/** A file of the API on this domain. */
const fileOf = (id: string) => `/api${getSupportMailFileUrl(id).replace(/^\/api/, '')}`

function useMenu() {
  const { t } = useTranslation('ticket-mails')
  const client = useQueryClient()

  async function process(work: Promise<unknown>, done: string) {
    try {
      await work
      void invalidateSupportMailList(client)
      notify.success(done)
    } catch (error) {
      notify.failure(error)
    }
  }

  async function remove(mail: SupportMail) {
    const gone = await confirm({
      title: t('deleteTitle', { name: senderOf(mail, t('unknownSender')) }),
      text: t('deleteText'),
      action: t('delete'),
      danger: true,
      run: () => supportMailDelete(mail.id),
    })
    if (!gone) return
    void invalidateSupportMailList(client)
    notify.success(t('deleted'))
  }

  return (mail: SupportMail): MenuEntry[] => [
    ...(mail.can.retry
      ? [
          {
            label: t('retry'),
            icon: IconRotate,
            run: () => void process(supportMailRetry(mail.id), t('retried')),
          },
        ]
      : []),
    ...(mail.can.open
      ? [
          {
            label: t('open'),
            icon: IconLifebuoy,
            run: () => void process(supportMailOpen(mail.id), t('opened')),
          },
        ]
      : []),
    ...(mail.can.show
      ? [{ label: t('download'), icon: IconDownload, run: () => window.location.assign(fileOf(mail.id)) }]
      : []),
    ...(mail.can.delete
      ? [
          'divider' as const,
          { label: t('delete'), icon: IconTrash, danger: true, run: () => void remove(mail) },
        ]
      : []),
  ]
}
