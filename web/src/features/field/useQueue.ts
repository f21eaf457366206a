import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FOREVER } from '@/api/forever'
import { useProfile } from '@/context/session'
import { noteUnsent } from '@/context/unsent'
import { ownerOf, type Queue } from './queue/database'
import { countUnsent, refusalsOf } from './queue/queue'
import { onQueueChange, readQueue } from './queue/store'

const EMPTY: Queue = { records: [], files: [] }

/** What this driver has recorded on this phone, as it is now; other tabs change it, too. */
export function useQueue(): Queue {
  const client = useQueryClient()
  const { id, name, email } = useProfile()
  const owner = ownerOf(id)
  useEffect(
    () => onQueueChange(owner, () => void client.invalidateQueries({ queryKey: ['field-queue', owner] })),
    [client, owner],
  )
  const { data } = useQuery({
    queryKey: ['field-queue', owner],
    queryFn: () => readQueue(owner),
    ...FOREVER.query,
  })
  useEffect(() => {
    if (data) noteUnsent({ id, name, email, count: countUnsent(data) + refusalsOf(data).length })
  }, [data, id, name, email])
  return data ?? EMPTY
}
