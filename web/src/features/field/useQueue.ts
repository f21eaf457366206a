import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { FOREVER } from '@/api/forever'
import { useProfile } from '@/context/session'
import { noteUnsent } from '@/context/unsent'
import { ownerOf, type Queue } from './queue/database'
import { countUnsent, refusalsOf } from './queue/queue'
import { onQueueChange, readQueue } from './queue/store'

/** `isUnreadable`: the browser gives no storage, so what is in it is not known. */
export type ShownQueue = Queue & { isUnreadable: boolean }

const EMPTY: Queue = { records: [], files: [] }

/** What this driver has recorded on this phone, as it is now; other tabs change it, too. */
export function useQueue(): ShownQueue {
  const client = useQueryClient()
  const { id, name, email } = useProfile()
  const owner = ownerOf(id)
  useEffect(
    () => onQueueChange(owner, () => void client.invalidateQueries({ queryKey: ['field-queue', owner] })),
    [client, owner],
  )
  const { data, isError } = useQuery({
    queryKey: ['field-queue', owner],
    queryFn: () => readQueue(owner),
    ...FOREVER.query,
  })
  useEffect(() => {
    if (data) noteUnsent({ id, name, email, count: countUnsent(data) + refusalsOf(data).length })
  }, [data, id, name, email])
  return useMemo(() => ({ ...(data ?? EMPTY), isUnreadable: isError && !data }), [data, isError])
}
