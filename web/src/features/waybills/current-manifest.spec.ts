import { expect, it } from 'vitest'
import { type Manifest, ManifestStatus } from '@/api/schema'
import { findCurrentManifest } from './current-manifest'

type Told = Pick<Manifest, 'status' | 'purpose'>
const told = (status: Told['status'], purpose: Told['purpose']): Told => ({ status, purpose })

it('a waybill has its manifest until the withdrawal of that was sent', () => {
  for (const status of [ManifestStatus.Open, ManifestStatus.Closed, ManifestStatus.Sending]) {
    const withdrawn = told(status, 'deletion')
    expect(findCurrentManifest([withdrawn])).toBe(withdrawn)
  }
  expect(findCurrentManifest([told(ManifestStatus.Sent, 'deletion')])).toBeUndefined()
  expect(findCurrentManifest([told(ManifestStatus.Accepted, 'deletion')])).toBeUndefined()
})

it('a rejected withdrawal leaves the manifest as it was', () => {
  const rejected = told(ManifestStatus.Rejected, 'deletion')
  const cancelled = told(ManifestStatus.Cancelled, 'creation')
  expect(findCurrentManifest([cancelled, rejected])).toBe(rejected)
})
