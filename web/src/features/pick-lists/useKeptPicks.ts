import { useRef, useState } from 'react'
import { clearDraft, readDraft, UNSENT, writeDraft } from '@/ui/form/draft'
import { uuidV7 } from '@/ui/form/uuid'

/** A scan of the picker. Sent twice with its key, it picks once. */
export type PickScan = { key: string; code: string; quantity: number; otherLotReason?: string }

/** One whose answer has not come, `isUnsent` once a try has failed; or one that did not count, until that was seen. */
export type KeptPick = PickScan & { isUnsent: boolean; refusal?: string }

type Draft = { picks: KeptPick[] }

/** Name of the draft with the scans of a list that the server has not answered. */
export const picksDraft = (id: string) => `${UNSENT}picks-${id}`

/** Scans of a list until they have their answers. They outlive a reload: the goods are in the cart already. */
export function useKeptPicks(listId: string) {
  const name = picksDraft(listId)
  // Nobody waits any more for the answers that the page before this one asked for.
  const [picks, setPicks] = useState(() =>
    (readDraft<Draft>(name)?.picks ?? []).map((pick) => ({ ...pick, isUnsent: pick.refusal === undefined })),
  )
  /** The newest ones: a scan and the answer to an earlier one may come before the page is drawn again. */
  const newest = useRef(picks)

  function put(next: KeptPick[]) {
    newest.current = next
    setPicks(next)
    if (next.length > 0) writeDraft(name, { picks: next } satisfies Draft)
    else clearDraft(name)
  }

  const change = (key: string, part: Partial<KeptPick>) =>
    put(newest.current.map((pick) => (pick.key === key ? { ...pick, ...part } : pick)))

  return {
    picks,
    find: (key: string) => newest.current.find((pick) => pick.key === key),
    /** Keeps a scan that is sent now; returns its key. */
    add(scan: Omit<PickScan, 'key'>) {
      const key = uuidV7()
      put([...newest.current, { ...scan, key, isUnsent: false }])
      return key
    },
    markUnsent: (key: string) => change(key, { isUnsent: true }),
    refuse: (key: string, refusal: string) => change(key, { isUnsent: false, refusal }),
    forgetRefused: () => put(newest.current.filter(({ refusal }) => refusal === undefined)),
    remove: (key: string) => put(newest.current.filter((pick) => pick.key !== key)),
  }
}
