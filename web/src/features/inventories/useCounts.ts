import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeText, errorText, fieldTexts } from '@/api/errors'
import { inventoryCount } from '@/api/generated/endpoints/stock/stock'
import type { InventoryLine } from '@/api/schema'
import type { Tone } from '@/blocks/scan/sound'
import { useSound } from '@/blocks/scan/useSound'
import { uuidV7 } from '@/ui/form/uuid'
import {
  type CountOwner,
  keepUnsentCounts,
  listUnsentCounts,
  textsOfCounts,
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

  /** Sends the first counts; returns why some of them were refused. */
  async function sendOnce() {
    const counts = waiting.current.slice(0, MOST)
    const { answered, refused, text } = await ask(inventoryId, counts)
    keep(withoutAnswered(waiting.current, answered))
    if (refused.size === 0) return undefined
    const lines = new Set(counts.filter(({ key }) => refused.has(key)).map(({ line }) => line))
    setOwn((now) => new Map([...now].filter(([line]) => !lines.has(line))))
    sound.play('unknown')
    return text
  }

  /** One call at a time; what is counted meanwhile goes with the next one. */
  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      let refusal: string | undefined
      while (waiting.current.length > 0) refusal = (await sendOnce()) ?? refusal
      setNews(refusal === undefined ? { tone: 'taken' } : { tone: 'unknown', text: refusal })
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

/** Sends counts. A call that is refused for some of them would be each time: these are answered, and the others go again. */
async function ask(inventoryId: string, counts: UnsentCount[]) {
  try {
    const { data } = await inventoryCount(inventoryId, { sent_at: new Date().toISOString(), counts })
    const refused = data.results.filter(({ outcome }) => outcome === 'refused')
    const [first] = refused
    return {
      answered: new Set(data.results.map(({ key }) => key)),
      refused: new Set(refused.map(({ key }) => key)),
      text: first && (first.message ?? codeText(first.message_code ?? '', {}, '')),
    }
  } catch (error) {
    const texts = textsOfCounts(counts, fieldTexts(error))
    if (texts.size === 0) throw error
    const [text] = texts.values()
    const keys = new Set(texts.keys())
    return { answered: keys, refused: keys, text }
  }
}
