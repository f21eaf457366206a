import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { PartPages, usePartPages } from './PartPages'

/** A list of sixty rows, some of which are removed. */
function Part({ left, capped = false }: { left: number; capped?: boolean }) {
  const pages = usePartPages(25)
  const [total, setTotal] = useState(60)
  return (
    <>
      <button type="button" onClick={() => setTotal(left)}>
        Remove
      </button>
      <button type="button" onClick={() => setTotal(60)}>
        Put back
      </button>
      <PartPages pages={pages} meta={{ total, total_capped: capped }} />
    </>
  )
}

async function removeOnTheThirdPage(left: number, capped = false) {
  await renderPage(() => <Part left={left} capped={capped} />)
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
}

describe('the pages of a part', () => {
  it('go to the last one when the page that was shown is no more', async () => {
    await removeOnTheThirdPage(30)
    expect(screen.getByRole('status')).toHaveTextContent('showing 26 - 30 of 30 results')
  })

  it('go to the first one also when they are no longer needed', async () => {
    await removeOnTheThirdPage(20)
    expect(screen.queryByRole('status')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Put back' }))
    expect(screen.getByRole('status')).toHaveTextContent('showing 1 - 25 of 60 results')
  })

  it('stay where the server has not counted to the end', async () => {
    await removeOnTheThirdPage(30, true)
    expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  })
})
