import { IconPaperclip } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { Deposit } from '@/api/schema'
import { WalletLink } from '@/shared/wallet/WalletLink'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { depositLook } from './status'

type Words = { t: TFunction<'deposits'>; format: Format; isStaff: boolean }

export const depositColumns = ({ t, format, isStaff }: Words): Column<Deposit>[] => [
  {
    id: 'reference',
    header: t('field.reference'),
    main: true,
    width: 152,
    cell: ({ reference }) => reference,
    below: ({ method }) => t(`method.${method}`),
  },
  ...(isStaff ? [clientColumn(t)] : []),
  {
    id: 'amount',
    header: t('field.amount'),
    sortable: true,
    align: 'right',
    width: 112,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => Number(amount),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 134,
    cell: ({ status }) => <StatusBadge status={depositLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ reason }) => reason,
  },
  {
    id: 'bank_label',
    roomy: true,
    header: t('field.account'),
    width: 172,
    cell: ({ bank_label }) => bank_label,
  },
  {
    id: 'paid_on',
    roomy: true,
    header: t('field.paid_on'),
    sortable: true,
    width: 98,
    cell: ({ paid_on }) => format.day(paid_on),
  },
  {
    id: 'receipt',
    roomy: true,
    header: t('field.receipt'),
    width: 100,
    cell: ({ file_name }) =>
      file_name && <IconPaperclip size={16} role="img" aria-label={t('receipt.alt', { name: file_name })} />,
    text: ({ file_name }) => file_name ?? '',
  },
  {
    id: 'created_at',
    optional: true,
    header: t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
  {
    id: 'decided_at',
    header: t('field.decided_at'),
    sortable: true,
    optional: true,
    width: 166,
    cell: ({ decided_at }) => decided_at && <Moment at={decided_at} relative />,
    text: ({ decided_at }) => (decided_at ? new Date(decided_at) : ''),
  },
]

const clientColumn = (t: TFunction<'deposits'>): Column<Deposit> => ({
  id: 'client_name',
  sortable: true,
  header: t('field.client'),
  width: 150,
  cell: ({ client_id, client_name }) => <WalletLink id={client_id} name={client_name} />,
  text: ({ client_name }) => client_name,
})
