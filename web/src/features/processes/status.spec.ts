import { expect, it } from 'vitest'
import type { BackgroundTask } from '@/api/schema'
import { labelsResult, stageKey } from './status'

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

it('a process that waits for its next try does not say that it starts', () => {
  const begun = { stage: 0, cancelling: false, failed_at: null, failure: null, next_try_at: null }
  expect(stageKey(begun as BackgroundTask)).toBe('stage.0')
  const waiting = { ...begun, next_try_at: '2026-11-21T14:10:00Z' }
  expect(stageKey(waiting as BackgroundTask)).toBe('stage.waiting')
  expect(stageKey({ ...waiting, cancelling: true } as BackgroundTask)).toBe('stage.cancelling')
})
