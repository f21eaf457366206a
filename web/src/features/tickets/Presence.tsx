import { useTranslation } from 'react-i18next'
import type { Present } from '@/live/signals'
import { enumerated } from '@/ui/wording'
import classes from './Tickets.module.css'

/** Who else writes at this moment; otherwise who else has the ticket open. */
export function Presence({ people }: { people: readonly Present[] }) {
  const { t } = useTranslation('tickets')
  const writing = people.filter(({ signal }) => signal !== 'viewing')
  const shown = writing.length > 0 ? writing : people
  const names = enumerated(shown.map(({ name }) => name))
  return (
    <p role="status" className={classes.presence}>
      {shown.length > 0 && t(writing.length > 0 ? 'replying' : 'viewing', { count: shown.length, names })}
    </p>
  )
}
