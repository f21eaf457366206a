import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useCountryName, useOnceCountriesAreNamed } from './useCountryName'

afterEach(() => vi.unstubAllGlobals())

function Sent() {
  const country = useCountryName()
  return <p>{`Sent to ${country(1)}.`}</p>
}

function Page() {
  const { data } = useOnceCountriesAreNamed({ data: 'a record' })
  return data ? <Sent /> : null
}

it('a page whose countries cannot be had stands without their names', async () => {
  const asked = vi.fn(async () => new Response('{}', { status: 422 }))
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('Sent to .')
  // Once by the page, and once by the record when it is drawn.
  expect(asked).toHaveBeenCalledTimes(2)
})
