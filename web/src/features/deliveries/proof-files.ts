import { deliveryFilePut } from '@/api/generated/endpoints/deliveries/deliveries'
import type { FieldFileRef, ProofKind } from '@/api/schema'
import { hashBytes } from '@/shared/field-records/hash-bytes'
import { shrinkPhoto } from '@/ui/shrink-photo'

/** A photo or a paper of the office, before it is sent. */
export type ProofFile = { kind: ProofKind; file: File }

/** Sends the files of a delivery, and returns what its record names. Photos become smaller, and lose where they were taken. */
export const sendProof = (delivery: string, files: ProofFile[]): Promise<FieldFileRef[]> =>
  Promise.all(
    files.map(async ({ kind, file }) => {
      const sent = kind === 'photo' ? await shrinkPhoto(file) : file
      const sha256 = await hashBytes(await sent.arrayBuffer())
      await deliveryFilePut(delivery, sha256, { file: sent })
      return { sha256, kind }
    }),
  )
