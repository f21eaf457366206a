import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import {
  getShipmentListQueryKey,
  getShipmentShowQueryKey,
} from '@/api/generated/endpoints/shipments/shipments'
import { neighboursOf } from './neighbours'

const page = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) })

it('a shipment stands between those of the list seen last', () => {
  const client = new QueryClient()
  client.setQueryData(getShipmentListQueryKey({ page: 1 }), page('a', 'b', 'c'), { updatedAt: 1 })
  client.setQueryData(getShipmentListQueryKey({ page: 2 }), page('x', 'b'), { updatedAt: 2 })
  client.setQueryData(getShipmentShowQueryKey('b'), { data: { id: 'b' } })
  expect(neighboursOf(client, 'b')).toEqual({ previous: 'x', next: undefined, place: 2, count: 2 })
  expect(neighboursOf(client, 'a')).toEqual({ previous: undefined, next: 'b', place: 1, count: 3 })
})

it('the list is remembered when it has left the memory, and one of no list has no neighbours', () => {
  const client = new QueryClient()
  client.setQueryData(getShipmentListQueryKey({ page: 1 }), page('a', 'b'))
  neighboursOf(client, 'a')
  client.clear()
  expect(neighboursOf(client, 'b')).toMatchObject({ previous: 'a' })
  expect(neighboursOf(client, 'z')).toBeUndefined()
})
