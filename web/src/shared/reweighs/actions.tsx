import { IconCircleCheck, IconGavel, IconMessage2Exclamation } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { reweighAccept } from '@/api/generated/endpoints/receiving/receiving'
import { type Reweigh, ReweighStatus } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { refreshReweighs } from './refresh'

const DisputeDialog = lazy(() => onceOnline(() => import('./DisputeDialog')))
const DecideDialog = lazy(() => onceOnline(() => import('./DecideDialog')))

type Words = { t: TFunction<'reweighs'>; format: Format }

const dueOf = ({ difference, currency }: Reweigh, format: Format) =>
  difference ? format.money(difference, currency) : ''

/** The client pays with its own money, and is asked once. */
const accept = ({ t, format }: Words): RecordAction<Reweigh> => ({
  verb: 'accept',
  label: t('accept.action'),
  icon: IconCircleCheck,
  button: 'main',
  ask: (reweigh) => ({
    title: t('accept.title', { amount: dueOf(reweigh, format) }),
    text: t('accept.text'),
    ways: { insufficient_funds: { to: paths.wallet(), text: t('accept.addFunds') } },
  }),
  run: ({ id, version }) => reweighAccept(id, { version }),
  done: () => t('accept.done'),
})

/** Staff take the money of a client, and say why. */
const acceptFor = ({ t, format }: Words): RecordAction<Reweigh> => ({
  verb: 'accept',
  label: t('acceptFor.action'),
  icon: IconCircleCheck,
  button: 'plain',
  reason: (reweigh) => ({
    title: t('acceptFor.title', { amount: dueOf(reweigh, format) }),
    about: [reweigh.client_name, reweigh.tracking_code].filter(Boolean).join(' · '),
    label: t('field.reason'),
    text: t('acceptFor.text'),
  }),
  run: ({ id, version }, reason) => reweighAccept(id, { version, reason }),
  done: () => t('accept.done'),
})

const disputes = ({ t }: Words): RecordAction<Reweigh>[] => [
  {
    verb: 'dispute',
    label: t('dispute.action'),
    icon: IconMessage2Exclamation,
    button: 'plain',
    dialog: (reweigh, state) => <DisputeDialog reweigh={reweigh} {...state} />,
  },
  {
    verb: 'decide',
    label: t('decide.action'),
    icon: IconGavel,
    button: 'main',
    // Disabled with the reason, so that nobody looks for it in vain.
    refused: ({ status }) => (status === ReweighStatus.Disputed ? t('decide.other') : undefined),
    dialog: (reweigh, state) => <DecideDialog reweigh={reweigh} {...state} />,
  },
]

/** What can be done with a re-weighing, in the list and on the page of its shipment. */
export function useReweighActions() {
  const { t } = useTranslation('reweighs')
  const { is_outside, can } = useProfile()
  const words = { t, format: useFormat() }
  const actions = [is_outside ? accept(words) : acceptFor(words), ...disputes(words)]
  // Whoever has no right to decide is not told who has.
  const offered = actions.filter(({ verb }) => verb !== 'decide' || can['reweigh.decide'])
  return useRecordActions<Reweigh>({ actions: offered, refresh: refreshReweighs })
}
