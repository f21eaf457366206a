import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconRotate,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  supportTicketActivate,
  supportTicketArchive,
  supportTicketClose,
  supportTicketDeactivate,
  supportTicketDelete,
  supportTicketReopen,
  supportTicketUnarchive,
} from '@/api/generated/endpoints/support/support'
import type { SupportTicketSummary } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { refreshTicket, refreshTickets } from './refresh'

type Subject = Pick<SupportTicketSummary, 'id' | 'number' | 'can'>

const CALLS = {
  close: supportTicketClose,
  reopen: supportTicketReopen,
  archive: supportTicketArchive,
  unarchive: supportTicketUnarchive,
  activate: supportTicketActivate,
  deactivate: supportTicketDeactivate,
} as const

export type TicketMove = keyof typeof CALLS

export const VERBS = {
  close: { icon: IconCircleCheck },
  reopen: { icon: IconRotate },
  archive: { icon: IconArchive },
  unarchive: { icon: IconArchiveOff },
  activate: { icon: IconToggleRight },
  deactivate: { icon: IconToggleLeft },
  delete: { icon: IconTrash },
} as const

export const MOVES = Object.keys(CALLS) as TicketMove[]

/** The moves that lead back. */
export const BACK = {
  close: 'reopen',
  reopen: 'close',
  archive: 'unarchive',
  unarchive: 'archive',
  activate: 'deactivate',
  deactivate: 'activate',
} as const satisfies Record<TicketMove, TicketMove>

/** The actions of one ticket: closing, archiving and deleting ask first. */
export function useTicketActions() {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()

  /** Says what was done. Who may take it back is offered that; taking back offers nothing more. */
  async function move(verb: TicketMove, { id }: Subject) {
    try {
      const saved = await CALLS[verb](id)
      refreshTicket(client, saved)
      const back = BACK[verb]
      if (saved.data.can[back]) notifyUndo(t(`done.${verb}`), () => takeBack(back, id))
      else notify.success(t(`done.${verb}`))
    } catch (error) {
      notify.failure(error)
    }
  }

  async function takeBack(verb: TicketMove, id: string) {
    refreshTicket(client, await CALLS[verb](id))
    notify.success(t(`done.${verb}`))
  }

  async function remove({ id, number }: Subject, onDone?: () => void) {
    const gone = await confirm({
      title: t('deleteTitle', { number }),
      text: t('deleteText'),
      action: t('action.delete'),
      danger: true,
      run: () => supportTicketDelete(id),
    })
    if (!gone) return
    refreshTickets(client)
    notify.success(t('done.delete'))
    onDone?.()
  }

  async function moveAsked(verb: TicketMove, ticket: Subject) {
    const asks = verb === 'close' || verb === 'archive'
    if (!asks) return move(verb, ticket)
    const sure = await confirm({
      title: t(verb === 'close' ? 'closeTitle' : 'archiveTitle', { number: ticket.number }),
      text: t(verb === 'close' ? 'closeText' : 'archiveText'),
      action: t(`action.${verb}`),
    })
    if (sure) await move(verb, ticket)
  }

  return { move: moveAsked, remove }
}
