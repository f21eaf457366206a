import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { Claim } from '@/api/schema'
import { paths } from '@/context/paths'
import { claimLook } from '@/shared/claims/status'
import { WalletLink } from '@/shared/wallet/WalletLink'
import { AppLink } from '@/ui/AppLink'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

type Words = { t: TFunction<'claims'>; isStaff: boolean }

export const claimColumns = ({ t, isStaff }: Words): Column<Claim>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    width: 136,
    cell: ({ number }) => number,
    below: ({ kind }) => t(`kind.${kind}`),
  },
  {
    id: 'tracking_code',
    header: t('field.shipment'),
    width: 150,
    cell: ({ shipment_id, tracking_code }) => (
      <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })} size="sm">
        {tracking_code}
      </Anchor>
    ),
    text: ({ tracking_code }) => tracking_code,
    below: ({ external_ref }) => external_ref,
  },
  ...(isStaff ? [clientColumn(t)] : []),
  {
    id: 'claimed_amount',
    header: t('field.claimed'),
    sortable: true,
    align: 'right',
    width: 112,
    cell: ({ claimed_amount, currency }) => <Money amount={claimed_amount} currency={currency} />,
    text: ({ claimed_amount }) => Number(claimed_amount),
  },
  {
    id: 'decided_amount',
    header: t('field.decided'),
    align: 'right',
    width: 112,
    cell: ({ decided_amount, currency }) =>
      decided_amount && <Money amount={decided_amount} currency={currency} />,
    text: ({ decided_amount }) => (decided_amount ? Number(decided_amount) : ''),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 130,
    cell: ({ status }) => <StatusBadge status={claimLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
    below: ({ decision_note }) => decision_note,
  },
  {
    id: 'opened_at',
    roomy: true,
    header: t('field.opened_at'),
    sortable: true,
    width: 166,
    cell: ({ opened_at }) => <Moment at={opened_at} exact />,
    text: ({ opened_at }) => new Date(opened_at),
  },
  {
    id: 'decided_at',
    optional: true,
    header: t('field.decided_at'),
    sortable: true,
    width: 166,
    cell: ({ decided_at }) => decided_at && <Moment at={decided_at} relative />,
    text: ({ decided_at }) => (decided_at ? new Date(decided_at) : ''),
  },
  {
    id: 'paid_at',
    optional: true,
    header: t('field.paid_at'),
    width: 166,
    cell: ({ paid_at }) => paid_at && <Moment at={paid_at} relative />,
    text: ({ paid_at }) => (paid_at ? new Date(paid_at) : ''),
  },
]

const clientColumn = (t: TFunction<'claims'>): Column<Claim> => ({
  id: 'client_name',
  sortable: true,
  header: t('field.client'),
  width: 150,
  cell: ({ client_id, client_name }) => <WalletLink id={client_id} name={client_name} />,
  text: ({ client_name }) => client_name,
})
