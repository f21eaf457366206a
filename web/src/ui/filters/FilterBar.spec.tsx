import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listSpec } from '@/ui/table/list-spec'
import { useListParams } from '@/ui/table/useListParams'
import { renderPage } from '../../../test/render'
import { FilterBar, SEARCH_MS, SearchField } from './FilterBar'

const spec = listSpec({ name: 'things', sortable: [], filters: {} })

function Bar() {
  const list = useListParams(spec)
  return (
    <FilterBar list={list}>
      <SearchField list={list} label="Search things" />
    </FilterBar>
  )
}

const show = (at = '/') => renderPage(() => <Bar />, { at, validateSearch: spec.validate as never })
const field = () => screen.getByRole('searchbox', { name: 'Search things' })

describe('the search of a list', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  it('asks half a second after the last key', async () => {
    const { search } = await show()
    await userEvent.type(field(), 'abc')
    expect(search()).not.toContain('abc')
    await vi.advanceTimersByTimeAsync(SEARCH_MS)
    await waitFor(() => expect(search()).toContain('search=abc'))
  })

  it('asks at once on Enter, from the first page', async () => {
    const { search } = await show('/?page=4')
    await userEvent.type(field(), 'abc{Enter}')
    await waitFor(() => expect(search()).toContain('search=abc'))
    expect(search()).toContain('page=1')
  })

  it('shows what the address says when that changes', async () => {
    const { router } = await show('/?search=old')
    expect(field()).toHaveValue('old')
    await router.navigate({ to: '/', search: { search: 'new' } as never })
    await waitFor(() => expect(field()).toHaveValue('new'))
  })

  it('keeps its text at Escape, and gives the keys back', async () => {
    const { search } = await show('/?search=old')
    await userEvent.type(field(), '{Escape}')
    expect(field()).toHaveValue('old')
    expect(field()).not.toHaveFocus()
    expect(search()).toContain('old')
  })

  it('offers to clear only what is filtered', async () => {
    const { search } = await show('/?search=old')
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(search()).not.toContain('old'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull())
  })

  it('has a short hint on a phone, and its whole name for who cannot see it', async () => {
    await show()
    expect(field()).toHaveAttribute('placeholder', 'Search things')
    cleanup()
    const media = (query: string) => {
      const matches = query.includes('max-width')
      return Object.assign(new EventTarget(), { matches }) as unknown as MediaQueryList
    }
    vi.spyOn(window, 'matchMedia').mockImplementation(media)
    await show()
    expect(field()).toHaveAttribute('placeholder', 'Search')
    vi.restoreAllMocks()
  })
})
