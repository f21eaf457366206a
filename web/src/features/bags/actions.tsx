import {
  IconBan,
  IconEye,
  IconLock,
  IconLockOpen,
  IconMailbox,
  IconPencil,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { bagCancel, bagRegister, bagReopen } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Bag, BagStatus, type ProfileCan } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refreshBags } from '@/shared/bags/refresh'
import { chooseTarget, type LabelTarget } from '@/shared/labels/station'
import { onceOnline } from '@/ui/once-online'
import { printLabel } from './print-label'
import { wayOf } from './way'

const CloseDialog = lazy(() => onceOnline(() => import('./CloseDialog')))

/** States from which a bag is opened again. */
const SEALED: BagStatus[] = [BagStatus.Closed, BagStatus.Registered]

const about = (bag: Bag) => `${bag.number} · ${wayOf(bag)}`

const bagActions = (
  t: TFunction<'bags'>,
  can: ProfileCan,
  target: () => LabelTarget,
): RecordAction<Bag>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['bags.show'] },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconLock,
    button: 'main',
    dialog: (bag, state) => <CloseDialog {...state} bag={bag} />,
  },
  {
    verb: 'register',
    when: ({ status }) => status === BagStatus.Closed,
    label: t('action.register'),
    icon: IconMailbox,
    button: 'main',
    ask: ({ number, postal_operator }) => ({
      title: t('register.title', { number }),
      text: t('register.text', { operator: postal_operator }),
    }),
    run: ({ id, version }) => bagRegister(id, { version }),
    done: ({ postal_operator }: Bag) => t('register.done', { operator: postal_operator }),
  },
  {
    verb: 'register',
    when: ({ status }) => status === BagStatus.Registering,
    label: t('action.askAgain'),
    icon: IconRefresh,
    button: 'plain',
    ask: ({ number }) => ({ title: t('register.title', { number }), text: t('register.again') }),
    run: ({ id, version }) => bagRegister(id, { version }),
    done: ({ postal_operator }: Bag) => t('register.done', { operator: postal_operator }),
  },
  {
    when: () => target().format === 'pdf',
    label: t('action.label'),
    icon: IconPrinter,
    button: 'plain',
    to: ({ id }) => `/api/bags/${id}/label`,
    newTab: true,
  },
  {
    when: () => target().format !== 'pdf',
    label: t('action.label'),
    icon: IconPrinter,
    button: 'plain',
    start: (bag) => void printLabel(bag, target()),
  },
  { verb: 'update', label: t('action.update'), icon: IconPencil, button: 'plain', to: paths['bags.edit'] },
  {
    verb: 'reopen',
    label: t('action.reopen'),
    icon: IconLockOpen,
    button: 'plain',
    reason: (bag) => ({
      title: t('reopen.title'),
      about: about(bag),
      label: t('field.reason'),
      text: t(bag.status === BagStatus.Registered ? 'reopen.registered' : 'reopen.text'),
    }),
    run: ({ id, version }, reason) => bagReopen(id, { reason, version }),
    done: ({ postal_operator }, { status }) =>
      status === BagStatus.Registering ? t('reopen.asked', { operator: postal_operator }) : t('reopen.done'),
    refused: ({ status, is_on_issued_waybill }) =>
      can['bag.reopen'] && is_on_issued_waybill && SEALED.includes(status)
        ? codeText('bag_on_issued_waybill', {}, t('reopen.onWaybill'))
        : undefined,
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (bag) => ({
      title: t('cancel.title'),
      about: about(bag),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => bagCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** The actions on a bag, in the list and on its page. */
export function useBagActions() {
  const { t } = useTranslation('bags')
  const { can, label_format } = useProfile()
  return useRecordActions<Bag>({
    actions: bagActions(t, can, () => chooseTarget(label_format)),
    refresh: refreshBags,
  })
}
