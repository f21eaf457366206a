import { expect, test } from 'vitest'
import { formDataOf } from './form-data'

test('a form has files and texts as they are, the rest as JSON, and leaves out what is missing', () => {
  const file = new File(['a;b'], 'prices.csv')
  const form = formDataOf({
    file,
    note: 'x',
    version: 3,
    dry_run: true,
    reading: { parts: [1] },
    gone: undefined,
    none: null,
  })
  expect([...form.keys()]).toEqual(['file', 'note', 'version', 'dry_run', 'reading'])
  expect((form.get('file') as File).name).toBe('prices.csv')
  expect(form.get('note')).toBe('x')
  expect([form.get('version'), form.get('dry_run'), form.get('reading')]).toEqual([
    '3',
    'true',
    '{"parts":[1]}',
  ])
})
