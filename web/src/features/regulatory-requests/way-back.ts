import { type RegulatoryRequestSummary, RegulatoryStatus, RegulatoryTarget } from '@/api/schema'

type Before = Pick<RegulatoryRequestSummary, 'id' | 'anvisa_solicita_status'>

/** The change that takes one back, and the requests that it leads back to where they were. None for what is done. */
export function wayBack(target: RegulatoryTarget, before: Before[], changed: string[]) {
  const among = before.filter(({ id }) => changed.includes(id))
  const idsOf = (requests: Before[]) => requests.map(({ id }) => id)
  if (target === RegulatoryTarget.Pending) {
    const fresh = among.filter((one) => one.anvisa_solicita_status === RegulatoryStatus.NotRequested)
    return { target: RegulatoryTarget.NotRequested, ids: idsOf(fresh) }
  }
  if (target === RegulatoryTarget.NotRequested) return { target: RegulatoryTarget.Pending, ids: idsOf(among) }
  return undefined
}
