import { expect, it } from 'vitest'
import { ApiError } from '@/api/errors'
import { problemsOf, rangeOfLine } from './problems'

it('a line is found in a text', () => {
  const text = 'page\nbox\n\nend'
  const lines = [1, 2, 3, 4, 9].map((line) => text.slice(...rangeOfLine(text, line)))
  expect(lines).toEqual(['page', 'box', '', 'end', 'end'])
})

it('every problem has its line and its text', () => {
  const problem = { code: 'unknown_here', params: { line: 7 }, message: 'Line 7 is wrong.' }
  const error = new ApiError(422, { errors: { layout: [problem] } } as never)
  expect(problemsOf(error)).toEqual([{ line: 7, text: 'Line 7 is wrong.' }])
  expect(problemsOf(new ApiError(500))).toEqual([])
})
