import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../test/render'
import { Fact, Facts } from './Facts'

it('facts are names and values, and a fact without a value is away', async () => {
  await renderPage(() => (
    <Facts>
      <Fact label="Client">Pacific</Fact>
      <Fact label="Attempts">{0}</Fact>
      <Fact label="Note">{null}</Fact>
      <Fact label="Reason">{''}</Fact>
      <Fact label="Decided by">{false}</Fact>
    </Facts>
  ))
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Client', 'Attempts'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Pacific', '0'])
})
