import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeText, errorText } from '@/api/errors'
import { inventoryCount } from '@/api/generated/endpoints/stock/stock'
import type { InventoryLine } from '@/api/schema'
import type { Tone } from '@/blocks/scan/sound'
import { useSound } from '@/blocks/scan/useSound'
import { uuidV7 } from '@/ui/form/uuid'
import {
  type CountOwner,
  keepUnsentCounts,
  listUnsentCounts,
  type UnsentCount,
  withoutAnswered,
} from './count-queue'
import { reloadInventory } from './refresh'

/** Most counts of one call. */
const MOST = 200

/** The answer of the last call. */
export type CountNews = { tone: Tone; text?: string }

/** Takes counts, keeps them on the device until the server has answered, and sends them when there is a network. */
export function useCounts(owner: CountOwner) {
  const { inventoryId } = owner
  const client = useQueryClient()
  const sound = useSound()
  const [unsent, setUnsent] = useState(() => listUnsentCounts(owner))
  /** Own figures of this visit, by the numbers of their lines. */
  const [own, setOwn] = useState<ReadonlyMap<number, number>>(
    () => new Map(unsent.map(({ line, quantity }) => [line, quantity])),
  )
  const [news, setNews] = useState<CountNews>()
  const waiting = useRef(unsent)
  const isSending = useRef(false)

  function keep(counts: UnsentCount[]) {
    waiting.current = counts
    keepUnsentCounts(owner, counts)
    setUnsent(counts)
  }

  async function sendOnce() {
    const counts = waiting.current.slice(0, MOST)
    const { data } = await inventoryCount(inventoryId, { sent_at: new Date().toISOString(), counts })
    keep(withoutAnswered(waiting.current, new Set(data.results.map(({ key }) => key))))
    const refused = data.results.find(({ outcome }) => outcome === 'refused')
    const text = refused && (refused.message ?? codeText(refused.message_code ?? '', {}, ''))
    setNews(text === undefined ? { tone: 'taken' } : { tone: 'unknown', text })
    if (refused) {
      const lines = new Set(
        data.results.flatMap(({ outcome, key }) =>
          outcome === 'refused' ? counts.filter((one) => one.key === key).map(({ line }) => line) : [],
        ),
      )
      setOwn((now) => new Map([...now].filter(([line]) => !lines.has(line))))
      sound.play('unknown')
    }
  }

  /** One call at a time; what is counted meanwhile goes with the next one. */
  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      while (waiting.current.length > 0) await sendOnce()
      reloadInventory(client, inventoryId)
    } catch (error) {
      setNews({ tone: 'unknown', text: errorText(error) })
    } finally {
      isSending.current = false
    }
  }

  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const resume = () => void latest.current()
    if (waiting.current.length > 0) resume()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [])

  function take({ line }: InventoryLine, quantity: number) {
    setOwn((now) => new Map(now).set(line, quantity))
    keep([...waiting.current, { key: uuidV7(), line, quantity, counted_at: new Date().toISOString() }])
    sound.play('taken')
    void send()
  }

  return { own, unsent, news, take, send: () => void send() }
}
