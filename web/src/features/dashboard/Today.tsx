import {
  type Icon,
  IconCashBanknote,
  IconCircleCheck,
  IconCoins,
  IconDoorOff,
  IconFileInvoice,
  IconFileX,
  IconHelpHexagon,
  IconLifebuoy,
  IconLuggage,
  IconMailbox,
  IconPackageImport,
  IconPlaneDeparture,
  IconPrinter,
  IconScale,
  IconTruckDelivery,
  IconTruckLoading,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenMoney, ParcelWork, ShipmentTask, Today as Work } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import classes from './Dashboard.module.css'

type Waits = { total: number; total_capped: boolean }
type TaskName =
  | 'to_confirm'
  | 'to_print'
  | 'to_receive'
  | 'deposits'
  | 'overdue_invoices'
  | 'unread_tickets'
  | keyof ParcelWork
type WorkTask = { name: TaskName; icon: Icon; waits: Waits | null; to: string }

/** The list of shipments with the filters that counted a task. */
function shipments(task: ShipmentTask | null) {
  const query = new URLSearchParams()
  if (task?.status) query.set('status', task.status)
  if (task && task.labelled !== null) query.set('labelled', String(task.labelled))
  if (task && task.on_hold !== null) query.set('on_hold', String(task.on_hold))
  return `${paths['shipments.index']()}?${query}`
}

/** The work with parcels in hand. The screen of re-weighings is for those who decide them. */
function useParcelTasks({ day, parcels }: Work): WorkTask[] {
  const { menu } = useProfile()
  const inbound = paths['inbound_parcels.index']()
  const deliveries = paths['deliveries.index']()
  return [
    {
      name: 'pickups',
      icon: IconTruckLoading,
      waits: parcels.pickups,
      to: `${paths['pickups.index']()}?open=true&to=${day}`,
    },
    { name: 'announced', icon: IconMailbox, waits: parcels.announced, to: `${inbound}?status=10` },
    {
      name: 'unidentified',
      icon: IconHelpHexagon,
      waits: parcels.unidentified,
      to: `${inbound}?status=unidentified`,
    },
    {
      name: 'held',
      icon: IconScale,
      waits: menu.reweighs ? parcels.held : null,
      to: `${paths['reweighs.index']()}?status=20`,
    },
    {
      name: 'bags',
      icon: IconLuggage,
      waits: parcels.bags,
      to: `${paths['bags.index']()}?stage=open`,
    },
    {
      name: 'flights',
      icon: IconPlaneDeparture,
      waits: parcels.flights,
      to: `${paths['mawbs.index']()}?from=${day}&to=${day}&is_void=false`,
    },
    {
      name: 'rejected_manifests',
      icon: IconFileX,
      waits: parcels.rejected_manifests,
      to: `${paths['manifests.index']()}?stage=rejected`,
    },
    { name: 'out', icon: IconTruckDelivery, waits: parcels.out, to: `${deliveries}?status=30` },
    {
      name: 'to_decide',
      icon: IconDoorOff,
      waits: parcels.to_decide,
      to: `${deliveries}?status=all&has_tasks=true`,
    },
    {
      name: 'cash_differences',
      icon: IconCoins,
      waits: parcels.cash_differences,
      to: `${paths['cash_handovers.index']()}?status=30`,
    },
  ]
}

/** What is to be done today, and the money that is open: each figure leads to its list. */
export function Today({ today }: { today: Work }) {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  const { to_confirm, to_print, to_receive, deposits, overdue_invoices, unread_tickets, money } = today
  const parcelTasks = useParcelTasks(today)
  const tasks: WorkTask[] = [
    { name: 'to_confirm', icon: IconCircleCheck, waits: to_confirm, to: shipments(to_confirm) },
    { name: 'to_print', icon: IconPrinter, waits: to_print, to: shipments(to_print) },
    { name: 'to_receive', icon: IconPackageImport, waits: to_receive, to: shipments(to_receive) },
    ...parcelTasks,
    {
      name: 'deposits',
      icon: IconCashBanknote,
      waits: deposits,
      to: paths['deposits.index'](),
    },
    {
      name: 'overdue_invoices',
      icon: IconFileInvoice,
      waits: overdue_invoices,
      to: `${paths['invoices.index']()}?tab=overdue`,
    },
    {
      name: 'unread_tickets',
      icon: IconLifebuoy,
      waits: unread_tickets,
      to: `${paths['supports.index']()}?status=all&unread=true`,
    },
  ]
  const shown = tasks.filter(({ waits }) => waits !== null)
  if (shown.length === 0 && money.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {t('today.title')}
      </h2>
      <ul className={classes.tasks}>
        {shown.map(({ name, icon, waits, to }) => (
          <li key={name}>
            <Task name={name} icon={icon} waits={waits} to={to} />
          </li>
        ))}
      </ul>
      {money.map((sum) => (
        <Sums key={sum.currency} sum={sum} />
      ))}
    </section>
  )
}

function Task({ name, icon: TaskIcon, waits, to }: WorkTask) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <AppLink to={to} className={classes.task} data-none={waits?.total === 0 || undefined}>
      <TaskIcon size={18} stroke={1.75} aria-hidden className={classes.causeIcon} />
      <b>
        {format.number(waits?.total ?? 0)}
        {waits?.total_capped && '+'}
      </b>
      <span>{t(`today.${name}`)}</span>
    </AppLink>
  )
}

/** The open money in one currency. */
function Sums({ sum }: { sum: OpenMoney }) {
  const { t } = useTranslation('dashboard')
  const { can } = useProfile()
  const { currency, unbilled, due, overdue, balances } = sum
  const invoices = (tab: string) => `${paths['invoices.index']()}?tab=${tab}&currency=${currency}`
  const figures = [
    {
      name: 'unbilled',
      amount: unbilled,
      to: can['invoice.create'] ? paths['invoices.create']() : invoices('draft'),
    },
    { name: 'due', amount: due, to: invoices('open') },
    { name: 'overdue', amount: overdue, to: invoices('overdue') },
    { name: 'balances', amount: balances, to: `${paths['wallets.index']()}?currency=${currency}` },
  ] as const
  return (
    <ul className={classes.tasks} aria-label={t('today.money', { currency })}>
      {figures.map(({ name, amount, to }) =>
        amount === null ? null : (
          <li key={name}>
            <AppLink to={to} className={classes.task} data-none={Number(amount) === 0 || undefined}>
              <b>
                <Money amount={amount} currency={currency} />
              </b>
              <span>{t(`today.${name}`)}</span>
            </AppLink>
          </li>
        ),
      )}
    </ul>
  )
}
