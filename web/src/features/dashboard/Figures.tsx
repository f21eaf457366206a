import type { Statistics } from '@/api/schema'
import { paths } from '@/context/paths'
import classes from './Dashboard.module.css'
import { FigureCard } from './FigureCard'

/** The figures of the month that the current user may see. */
export function Figures({ statistics }: { statistics: Statistics }) {
  const { shipments, clients, support_tickets } = statistics
  return (
    <div className={classes.figures}>
      {shipments && (
        <FigureCard
          name="shipments"
          statistic={shipments}
          to={`${paths['shipments.index']()}?created_from=${shipments.month_from}`}
        />
      )}
      {clients && <FigureCard name="clients" statistic={clients} />}
      {support_tickets && (
        <FigureCard
          name="support_tickets"
          statistic={support_tickets}
          to={`${paths['supports.index']()}?status=all&sort=-created_at`}
        />
      )}
    </div>
  )
}
