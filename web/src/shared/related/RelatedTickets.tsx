import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSupportTicketList } from '@/api/generated/endpoints/support/support'
import type { SupportTicketSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { localeText } from '@/ui/locale-text'
import { Moment } from '@/ui/time/Moment'
import { RelatedCard } from './Related'

/** The record of the page, as the list of tickets filters by it. */
type Of = { shipment_id: string } | { client_id: string }

type RelatedTicketsProps = {
  of: Of
  /** Only those that are not closed. */
  open?: boolean
}

/** The tickets about a shipment or of a client, and the way to a new one about the shipment. */
export default function RelatedTickets({ of, open = false }: RelatedTicketsProps) {
  const { t } = useTranslation(['common', 'tickets'])
  const { menu, can } = useProfile()
  const result = useSupportTicketList(
    { per_page: 5, ...of, ...(open && { status: '10' }), sort: '-updated_at' },
    { query: { enabled: menu.support_tickets === true } },
  )
  if (!menu.support_tickets) return null
  const query = new URLSearchParams({ ...of, status: open ? '10' : 'all' })
  return (
    <RelatedCard
      title={t(open ? 'related.openTickets' : 'related.tickets')}
      none={t(open ? 'related.noOpenTickets' : 'related.noTickets')}
      to={`${paths['supports.index']()}?${query}`}
      result={result}
      action={
        'shipment_id' in of &&
        can['support_ticket.create'] && (
          <Anchor
            component={AppLink}
            to={`${paths['supports.create']()}?shipment_id=${of.shipment_id}`}
            size="sm"
            mt="xs"
            display="inline-block"
          >
            {t('related.newTicket')}
          </Anchor>
        )
      }
    >
      {(ticket) => <Ticket ticket={ticket} />}
    </RelatedCard>
  )
}

function Ticket({ ticket }: { ticket: SupportTicketSummary }) {
  const { t, i18n } = useTranslation('tickets')
  const { id, number, title_locale, support_ticket_status, updated_at } = ticket
  return (
    <>
      <Anchor component={AppLink} to={paths['support_tickets.show']({ id })} size="sm">
        {`#${number} ${localeText(title_locale, i18n.language)}`}
      </Anchor>
      <Text size="sm" c="dimmed">
        {t(`status.${support_ticket_status}`)}
        {' · '}
        <Moment at={updated_at} relative />
      </Text>
    </>
  )
}
