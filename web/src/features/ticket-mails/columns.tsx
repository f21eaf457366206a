import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { SupportMail } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

/** The sender, or a word for an e-mail that could not be read. */
export const senderOf = ({ sender_name, sender_email }: SupportMail, unknown: string) =>
  sender_name ?? sender_email ?? unknown

export const ticketMailColumns = (t: TFunction<'ticket-mails'>): Column<SupportMail>[] => [
  {
    id: 'sender',
    header: t('field.sender'),
    main: true,
    width: 240,
    cell: (mail) => senderOf(mail, t('unknownSender')),
    below: ({ sender_name, sender_email }) => (sender_name ? sender_email : null),
  },
  { id: 'subject', header: t('field.subject'), width: 260, cell: ({ subject }) => subject },
  {
    id: 'reason',
    header: t('field.reason'),
    width: 300,
    cell: ({ mail_reason }) => t(`reason.${mail_reason}`),
    below: ({ mail_reason }) => t(`advice.${mail_reason}`),
  },
  {
    id: 'ticket',
    header: t('field.ticket'),
    width: 100,
    cell: ({ ticket_id, ticket_number }) =>
      ticket_id && ticket_number ? (
        <Anchor component={AppLink} to={paths['support_tickets.show']({ id: ticket_id })} size="sm">
          #{ticket_number}
        </Anchor>
      ) : null,
    text: ({ ticket_number }) => (ticket_number ? `#${ticket_number}` : ''),
  },
  {
    id: 'received_at',
    header: t('field.received'),
    sortable: true,
    width: 166,
    cell: ({ received_at }) => <Moment at={received_at} relative />,
    text: ({ received_at }) => received_at,
  },
]
