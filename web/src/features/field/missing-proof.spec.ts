import { expect, it } from 'vitest'
import type { ProofKind } from '@/api/schema'
import { listMissingProofs } from './missing-proof'

const has = (...kinds: ProofKind[]) => ({
  name: kinds.includes('name'),
  photo: kinds.includes('photo'),
  signature: kinds.includes('signature'),
  document: kinds.includes('document'),
  pin: kinds.includes('pin'),
})

it('asks for a name or a photo of every delivery', () => {
  expect(listMissingProofs([], has())).toEqual(['name_or_photo'])
  expect(listMissingProofs([], has('name'))).toEqual([])
  expect(listMissingProofs([], has('photo'))).toEqual([])
  expect(listMissingProofs(['signature'], has('signature'))).toEqual(['name_or_photo'])
})

it('asks for each proof that this delivery needs, whatever else there is', () => {
  expect(listMissingProofs(['photo', 'document'], has('name'))).toEqual(['photo', 'document'])
  expect(listMissingProofs(['pin'], has('name'))).toEqual(['pin'])
  expect(listMissingProofs(['name'], has('photo'))).toEqual(['name'])
  expect(listMissingProofs(['photo'], has())).toEqual(['photo'])
  expect(listMissingProofs(['signature', 'document'], has('photo', 'signature', 'document'))).toEqual([])
})
