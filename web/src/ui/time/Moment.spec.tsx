import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render'
import { Moment } from './Moment'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

it('an exact moment has its seconds (LIST-6)', async () => {
  await renderPage(() => <Moment at="2026-11-21T17:10:05Z" exact />)
  expect(screen.getByText(/10:05/)).toHaveAttribute('datetime', '2026-11-21T17:10:05Z')
})

it('a relative moment has the full time in its tooltip (LIST-6)', async () => {
  const at = ago(5)
  await renderPage(() => (
    <>
      <Moment at={at} relative />
      <p>
        <Moment at={at} exact />
      </p>
    </>
  ))
  const [relative, exact] = document.querySelectorAll('time')
  expect(relative).toHaveTextContent('5 min ago')
  expect(relative).toHaveAttribute('title', exact?.textContent ?? '')
})
