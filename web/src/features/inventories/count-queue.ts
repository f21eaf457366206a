/** A count that the server has not answered yet. */
export type UnsentCount = {
  key: string
  line: number
  quantity: number
  /** By the clock of this device, ISO 8601. */
  counted_at: string
}

/** Whose counts of which inventory: nobody sends those of somebody else as their own. */
export type CountOwner = { userId: string; inventoryId: string }

const keyOf = ({ userId, inventoryId }: CountOwner) => `remessa-inventory-counts-${userId}-${inventoryId}`

/** Counts of an inventory that wait on this device, the first one first. */
export function listUnsentCounts(owner: CountOwner): UnsentCount[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]') as UnsentCount[]
  } catch {
    return []
  }
}

/** Keeps them over a reload; without storage they wait on the page only. */
export function keepUnsentCounts(owner: CountOwner, counts: UnsentCount[]) {
  try {
    if (counts.length > 0) localStorage.setItem(keyOf(owner), JSON.stringify(counts))
    else localStorage.removeItem(keyOf(owner))
  } catch {
    // The page has them.
  }
}

/** Without those that the server has answered. */
export const withoutAnswered = (counts: UnsentCount[], answered: ReadonlySet<string>) =>
  counts.filter(({ key }) => !answered.has(key))

/** The texts of a refused call by the keys of the counts that it names. */
export function textsOfCounts(counts: UnsentCount[], texts: Record<string, string>): Map<string, string> {
  const found = counts.map(({ key }, at): [string, string | undefined] => {
    const path = Object.keys(texts).find((one) => one.startsWith(`counts.${at}.`))
    return [key, path && texts[path]]
  })
  return new Map(found.filter((one): one is [string, string] => one[1] !== undefined))
}
