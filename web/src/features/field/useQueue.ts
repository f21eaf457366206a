import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FOREVER } from '@/api/forever'
import { useProfile } from '@/context/session'
import { ownerOf, type Queue } from './queue/database'
import { onQueueChange, readQueue } from './queue/store'

const EMPTY: Queue = { records: [], files: [] }

/** What this driver has recorded on this phone, as it is now; other tabs change it, too. */
export function useQueue(): Queue {
  const client = useQueryClient()
  const owner = ownerOf(useProfile().id)
  useEffect(
    () => onQueueChange(owner, () => void client.invalidateQueries({ queryKey: ['field-queue', owner] })),
    [client, owner],
  )
  const { data } = useQuery({
    queryKey: ['field-queue', owner],
    queryFn: () => readQueue(owner),
    ...FOREVER.query,
  })
  return data ?? EMPTY
}
