import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render'
import { Panel } from './Panel'

const { session } = vi.hoisted(() => ({ session: { can: {} as Record<string, boolean> } }))

vi.mock('@/api/generated/endpoints/chat/chat', () => ({
  useRoomList: () => ({ data: { data: [] }, isFetching: false }),
  useRoomSearchList: () => ({ data: undefined, isFetching: false }),
}))
vi.mock('@/context/session', () => ({ useProfile: () => session }))
vi.mock('./NewRoom', () => ({ NewRoom: () => null }))
vi.mock('./RoomItem', () => ({ RoomItem: () => null }))
vi.mock('./HitItem', () => ({ HitItem: () => null }))

const draw = () => renderPage(() => <Panel onClose={vi.fn()} onKeyDown={vi.fn()} onOpen={vi.fn()} />)

it('a conversation is begun by those who may', async () => {
  session.can = { 'room.create': true }
  await draw()
  expect(screen.getAllByRole('button')).toHaveLength(3)
})

it('who may only read conversations is not offered a new one', async () => {
  session.can = { 'room.list': true }
  await draw()
  expect(screen.getByText('No conversations')).toBeVisible()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})
