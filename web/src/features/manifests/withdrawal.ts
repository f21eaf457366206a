import { type Manifest, ManifestStatus } from '@/api/schema'

const WITHDRAWALS: Partial<Record<ManifestStatus, 'open' | 'closed' | 'sent' | 'accepted' | 'rejected'>> = {
  [ManifestStatus.Open]: 'open',
  [ManifestStatus.Closed]: 'closed',
  [ManifestStatus.Sent]: 'sent',
  [ManifestStatus.Accepted]: 'accepted',
  [ManifestStatus.Rejected]: 'rejected',
}

/** How far a withdrawal is; nothing for any other manifest, and for one that is canceled or on its way. */
export const withdrawalOf = ({ status, purpose }: Pick<Manifest, 'status' | 'purpose'>) =>
  purpose === 'deletion' ? WITHDRAWALS[status] : undefined
