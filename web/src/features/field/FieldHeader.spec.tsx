import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { FieldHeader } from './FieldHeader'

vi.mock('@/context/session', () => ({ useProfile: () => ({ id: 'u', name: 'Davi', email: 'd@x.test' }) }))

const show = (isUnreadable: boolean) =>
  renderPage(() => <FieldHeader route={undefined} queue={{ records: [], files: [], isUnreadable }} />)

it('a phone that gives no storage does not say that all is sent', async () => {
  const { unmount } = await show(true)
  expect(screen.getByRole('button', { name: 'Storage blocked' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('nothing can be recorded here')
  unmount()
  await show(false)
  expect(screen.getByRole('button', { name: 'All sent' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
