import { Button, Group } from '@mantine/core'
import { IconExternalLink, IconHelpCircle, IconLifebuoy, IconMail, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketList, useSupportTicketList } from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type {
  SupportTicketListParams,
  SupportTicketSummary,
  SupportTicketVerb,
  TicketTotals,
} from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import type { BulkAction, MenuEntry, Selection } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import classes from './Board.module.css'
import { ticketColumns, titleOf } from './columns'
import { TICKET_TABS, type TicketListState, ticketList } from './list'
import { TicketFilters, useFilterChips } from './TicketFilters'
import { MOVES, useTicketActions, VERBS } from './useTicketActions'
import { ViewSwitch } from './ViewSwitch'

const BulkTickets = lazy(() => onceOnline(() => import('./BulkTickets')))

/** Tickets of one bulk action. */
const MOST = 200

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: TicketListState['query']): SupportTicketListParams {
  return status === 'all' || status === undefined ? query : { ...query, status }
}

/** A ticket from the list of a shipment is about that shipment. */
const createOf = ({ values: { shipment_id } }: TicketListState) =>
  shipment_id ? `${paths['supports.create']()}?shipment_id=${shipment_id}` : paths['supports.create']()

const open = ({ id }: SupportTicketSummary) => paths['support_tickets.show']({ id })

export function TicketsPage() {
  const { t, i18n } = useTranslation('tickets')
  const { t: common } = useTranslation('common')
  const { is_outside } = useProfile()
  const list = useListParams(ticketList)
  const query = queryOf(list.query)
  const tab = is_outside ? 'all' : (list.values.status ?? '-1')
  const result = useSupportTicketList(query, PAGED)
  const columns = useMemo(
    () => ticketColumns(t, common, { language: i18n.language, isStaff: !is_outside }),
    [t, common, i18n.language, is_outside],
  )
  useOpenTab(list, result.data?.meta.total_per_status)
  const [started, setStarted] = useState<{
    verb: SupportTicketVerb
    tickets: SupportTicketSummary[]
    clear(): void
  }>()
  const bulk = useBulk((verb, tickets, clear) => setStarted({ verb, tickets, clear }))
  return (
    <RecordList
      title={t('title')}
      action={<Ways to={createOf(list)} />}
      tabs={
        <div className={classes.top}>
          <Tabs list={list} totals={result.data?.meta.total_per_status} />
          {!is_outside && <ViewSwitch view="list" />}
        </div>
      }
      search={t('search')}
      list={list}
      filters={is_outside ? undefined : <TicketFilters list={list} />}
      hasViews={!is_outside}
      chips={useFilterChips(list)}
      load={(page, options) => supportTicketList({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={(ticket) => titleOf(ticket, i18n.language)}
      rowTo={open}
      menu={useMenu()}
      bulk={bulk}
      empty={{
        icon: IconLifebuoy,
        title: t(tab === '-1' ? 'emptyMine' : tab === '-2' ? 'emptyUnassigned' : 'empty'),
        text: t(tab === '-1' ? 'emptyMineText' : tab === '-2' ? 'emptyUnassignedText' : 'emptyText'),
        action: <Create to={createOf(list)} />,
      }}
    >
      {started && (
        <Suspense>
          <BulkTickets {...started} onClose={() => setStarted(undefined)} />
        </Suspense>
      )}
    </RecordList>
  )
}

/** A new ticket, the e-mails that wait, and what others have asked before. */
function Ways({ to }: { to: string }) {
  const { t } = useTranslation('tickets')
  const { can } = useProfile()
  return (
    <Group gap="xs">
      {can['support_mail.list'] && (
        <Button
          component={AppLink}
          to={paths['supports.mails']()}
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconMail size={16} aria-hidden />}
        >
          {t('mail.waiting')}
        </Button>
      )}
      <Button
        component={AppLink}
        to={paths.faq()}
        variant="default"
        classNames={ICON_ON_PHONE}
        leftSection={<IconHelpCircle size={16} aria-hidden />}
      >
        {t('faq')}
      </Button>
      <Create to={to} />
    </Group>
  )
}

function Create({ to }: { to: string }) {
  const { t } = useTranslation('tickets')
  const { can } = useProfile()
  return <CreateLink to={to} label={t('create')} allowed={can['support_ticket.create']} />
}

/** Who has no tickets of their own finds the open ones: an empty page helps nobody. Once, so that the tab can be chosen. */
function useOpenTab(list: TicketListState, totals: TicketTotals | undefined) {
  const isSettled = useRef(false)
  const isOwn = (list.values.status ?? '-1') === '-1'
  useEffect(() => {
    if (!totals || isSettled.current) return
    isSettled.current = true
    if (isOwn && !list.isFiltered && totals.mine === 0 && totals.open > 0) list.setFilters({ status: '10' })
  }, [totals, isOwn, list])
}

function Tabs({ list, totals }: { list: TicketListState; totals: TicketTotals | undefined }) {
  const { t } = useTranslation('tickets')
  const { is_outside } = useProfile()
  const counted = totals && {
    '-1': totals.mine,
    '-2': totals.unassigned,
    all: totals.all,
    '10': totals.open,
    '0': totals.closed,
    '99': totals.archived,
  }
  // A client's tickets are taken by the staff.
  const tabs = TICKET_TABS.filter((value) => value !== '-2' || !is_outside)
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? '-1'}
      tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counted}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

/** Actions on the chosen tickets; each ticket says what became of it. */
function useBulk(
  begin: (verb: SupportTicketVerb, tickets: SupportTicketSummary[], clear: () => void) => void,
) {
  const { t } = useTranslation('tickets')
  const { can } = useProfile()
  // The call for many finds its tickets by the right to edit them.
  const mayMany = can['support_ticket.update'] === true
  const verbs = [...MOVES, 'delete' as const].filter((verb) => mayMany && can[`support_ticket.${verb}`])
  return ({ rows, all, count }: Selection<SupportTicketSummary>, clear: () => void): BulkAction[] =>
    verbs.map((verb) => ({
      label: t(`action.${verb}`),
      icon: VERBS[verb].icon,
      danger: verb === 'delete',
      run: () => begin(verb, rows, clear),
      refused: all || count > MOST ? t('many.tooMany', { max: MOST }) : undefined,
    }))
}

function useMenu() {
  const { t } = useTranslation('tickets')
  const { move, remove } = useTicketActions()
  return (ticket: SupportTicketSummary): MenuEntry[] => [
    { label: t('open'), icon: IconPencil, to: open(ticket) },
    ...(ticket.shipment_id
      ? [
          {
            label: t('openShipment'),
            icon: IconExternalLink,
            to: paths['shipments.show']({ id: ticket.shipment_id }),
            newTab: true,
          },
        ]
      : []),
    ...MOVES.filter((verb) => ticket.can[verb]).map((verb) => ({
      label: t(`action.${verb}`),
      icon: VERBS[verb].icon,
      run: () => void move(verb, ticket),
    })),
    ...(ticket.can.delete
      ? [
          'divider' as const,
          {
            label: t('action.delete'),
            icon: VERBS.delete.icon,
            danger: true,
            run: () => void remove(ticket),
          },
        ]
      : []),
  ]
}
