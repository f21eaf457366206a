import { expect, it } from 'vitest'
import type { BackgroundTask } from '@/api/schema'
import { labelsResult } from './status'

const task = (kind: string, result_params: unknown) => ({ kind, result_params }) as BackgroundTask

it('a run of labels tells what was printed and what was left out', () => {
  const result = { printed: 98, pages: 102, skipped: 2, skipped_codes: ['A', 'B'], gone: 0 }
  expect(labelsResult(task('shipments.labels', result))).toMatchObject({
    printed: 98,
    skipped_codes: ['A', 'B'],
  })
})

it('nothing is said before it is known, nor of another kind', () => {
  expect(labelsResult(task('shipments.labels', {}))).toBeUndefined()
  expect(labelsResult(task('shipments.labels', null))).toBeUndefined()
  expect(labelsResult(task('shipment_imports.process', { printed: 1 }))).toBeUndefined()
})
