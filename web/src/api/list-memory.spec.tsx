import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { listSpec, oneOf } from '@/ui/table/list-spec'
import { useListParams } from '@/ui/table/useListParams'
import { renderPage } from '../../test/render'
import { useListMemory } from './list-memory'
import { request } from './request'

vi.mock('./request', () => ({ request: vi.fn() }))

const spec = listSpec({ name: 'people', sortable: ['name'], filters: { status: oneOf([1, 2]) } })
type Answer = (data: unknown) => void
let columns: { answer: Answer; fail: Answer }
let views: { answer: Answer }

beforeEach(() => {
  const [forColumns, forViews] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  columns = { answer: forColumns.resolve, fail: forColumns.reject }
  views = { answer: forViews.resolve }
  vi.mocked(request).mockImplementation(((url: string) =>
    url.includes('column') ? forColumns.promise : forViews.promise) as never)
})

function Memory() {
  const list = useListParams(spec)
  const { isPending, choice } = useListMemory(list)
  return <p>{isPending ? 'pending' : `shown: ${choice.value.visible?.join() ?? 'all'}`}</p>
}

const show = (at?: string) =>
  renderPage(() => <Memory />, { ...(at && { at }), validateSearch: spec.validate as never })

it('a list waits for the columns that somebody chose for it', async () => {
  await show()
  views.answer({ data: [] })
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  expect(screen.getByText('pending')).toBeVisible()
  columns.answer({ data: { columns: [{ id: 'name', visible: true }] } })
  expect(await screen.findByText('shown: name')).toBeVisible()
})

it('it waits for nothing that its address says', async () => {
  await show('/?columns=name&status=1')
  expect(screen.getByText('shown: all')).toBeVisible()
})

it('a memory that does not answer holds nobody up', async () => {
  await show()
  views.answer({ data: [] })
  columns.fail(new Error('no answer'))
  expect(await screen.findByText('shown: all')).toBeVisible()
})

it('it begins with the view that somebody chose, and shows nothing else before', async () => {
  const { search } = await show()
  columns.answer({ data: { columns: null } })
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  expect(screen.getByText('pending')).toBeVisible()
  views.answer({ data: [{ id: 'v1', name: 'Mine', is_default: true, query: { status: 2 } }] })
  expect(await screen.findByText('shown: all')).toBeVisible()
  expect(search()).toContain('status=2')
})
