import type { ProofKind } from '@/api/schema'

/** A proof that a delivery lacks; every delivery needs a name or a photo. */
export type MissingProof = ProofKind | 'name_or_photo'

/** What is missing before the driver leaves the door: later the server refuses the record, and nobody can sign any more. */
export function listMissingProofs(asked: ProofKind[], has: Record<ProofKind, boolean>): MissingProof[] {
  const missing = asked.filter((kind) => !has[kind])
  const tellsWho = has.name || has.photo || missing.includes('name') || missing.includes('photo')
  return tellsWho ? missing : [...missing, 'name_or_photo']
}
