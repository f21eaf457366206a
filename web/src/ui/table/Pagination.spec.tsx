import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { Pagination, pageLinks } from './Pagination'

describe('page links', () => {
  it('are all there while they are few', () => {
    expect(pageLinks(1, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('keep both ends and the neighbours of the current page', () => {
    expect(pageLinks(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, 20])
    expect(pageLinks(10, 20)).toEqual([1, undefined, 8, 9, 10, 11, 12, 13, undefined, 20])
    expect(pageLinks(20, 20)).toEqual([1, undefined, 14, 15, 16, 17, 18, 19, 20])
  })

  it('are never more than eight, and the current page is among them', () => {
    for (let page = 1; page <= 400; page++) {
      const numbers = pageLinks(page, 400).filter((link) => link !== undefined)
      expect(numbers.length).toBeLessThanOrEqual(8)
      expect(numbers).toContain(page)
    }
  })
})

describe('pagination', () => {
  const quiet = { onPage: () => {}, onPerPage: () => {} }

  it('tells what is shown of how many (LIST-2)', async () => {
    await renderPage(() => <Pagination page={2} perPage={25} total={60} {...quiet} />)
    expect(screen.getByRole('status')).toHaveTextContent('showing 26 - 50 of 60 results')
  })

  it('says that there are more when the server stopped counting', async () => {
    await renderPage(() => <Pagination page={1} perPage={25} total={10_000} capped {...quiet} />)
    expect(screen.getByRole('status')).toHaveTextContent('of 10,000+')
    expect(screen.getByRole('button', { name: 'Page 40' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Page 400' })).toBeNull()
    expect(screen.getByText(/^Only the first 1,000 results are shown/)).toBeVisible()
  })

  it('promises no end of a list that was not counted to its end', async () => {
    await renderPage(() => <Pagination page={1} perPage={25} total={1000} capped {...quiet} />)
    expect(screen.getByRole('status')).toHaveTextContent('of 1,000+')
    expect(screen.getByRole('button', { name: 'Page 40' })).toBeVisible()
    expect(screen.queryByText(/^Only the first/)).toBeNull()
  })

  it('has no buttons when everything fits, and nothing at all when there is nothing', async () => {
    const { unmount } = await renderPage(() => <Pagination page={1} perPage={25} total={25} {...quiet} />)
    expect(screen.queryByRole('navigation')).toBeNull()
    unmount()
    await renderPage(() => <Pagination page={1} perPage={25} total={0} {...quiet} />)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('marks the current page and goes to another', async () => {
    const onPage = vi.fn()
    await renderPage(() => (
      <Pagination page={2} perPage={10} total={40} onPage={onPage} onPerPage={() => {}} />
    ))
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(onPage).toHaveBeenCalledWith(3)
  })
})
