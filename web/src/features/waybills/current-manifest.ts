import { type Manifest, ManifestStatus } from '@/api/schema'

type Told = Pick<Manifest, 'status' | 'purpose'>

/** Cancelled, or withdrawn by a version that was sent: the waybill can come onto another one. */
const isGone = ({ status, purpose }: Told) =>
  status === ManifestStatus.Cancelled ||
  (purpose === 'deletion' && (status === ManifestStatus.Sent || status === ManifestStatus.Accepted))

/** The manifest that a waybill has now, among all that it ever had. */
export const findCurrentManifest = <T extends Told>(manifests: T[]) =>
  manifests.find((manifest) => !isGone(manifest))
