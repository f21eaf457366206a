import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { pickListPack } from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails } from '@/api/schema'
import { type LoggedScan, MOST_LOGGED } from '@/blocks/scan/ScanLog'
import { useSound } from '@/blocks/scan/useSound'
import { notify } from '@/ui/dialogs/notify'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'
import { useFormat } from '@/ui/format'
import { useOnce } from '@/ui/useOnce'
import {
  countKept,
  countPacked,
  countUnits,
  emptyParcel,
  findLine,
  type OpenParcel,
  parcelsDraft,
  toPacking,
  withUnits,
} from './parcel-contents'
import { refreshPickLists } from './refresh'

type Draft = { parcels: OpenParcel[]; current: string }

function openDraft(name: string): Draft {
  const { parcels, current } = readDraft<Draft>(name) ?? {}
  if (parcels && parcels.length > 0 && current) return { parcels, current }
  const first = emptyParcel()
  return { parcels: [first], current: first.key }
}

/** Packs by scans: each puts units into the parcel at hand. They outlive a reload, until the server has them. */
export function usePacking(list: PickListDetails) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const client = useQueryClient()
  const sound = useSound()
  const name = parcelsDraft(list.id)
  const [draft, setDraft] = useState(() => openDraft(name))
  /** The parcels after the last scan, which may not be drawn yet: scanners are faster. */
  const newest = useRef(draft)
  const [scans, setScans] = useState<LoggedScan[]>([])
  const { parcels, current } = draft
  const packing = useMutation({
    mutationFn: () => pickListPack(list.id, { parcels: toPacking(parcels), version: list.version }),
    onSuccess({ data }) {
      clearDraft(name)
      refreshPickLists(client, data)
      notify.success(t('pack.done', { code: data.tracking_code ?? '' }))
    },
  })
  const pack = useOnce(packing)
  const problems = fieldTexts(packing.error)
  useEffect(() => {
    if (draft.parcels.some(countUnits)) writeDraft(name, draft)
    else clearDraft(name)
  }, [name, draft])

  function put(next: (now: Draft) => Draft) {
    newest.current = next(newest.current)
    setDraft(newest.current)
  }

  function tell(code: string, text: string, isTaken: boolean) {
    setScans((now) => [{ key: crypto.randomUUID(), code, text, isTaken }, ...now].slice(0, MOST_LOGGED))
    sound.play(isTaken ? 'taken' : 'unknown')
  }

  function scan(code: string, units: number) {
    const line = findLine(list, code)
    if (!line) return tell(code, t('parcels.unknown'), false)
    const left = countKept(line) - countPacked(newest.current.parcels, line.line)
    if (units > left) {
      return tell(code, t('parcels.over', { goods: line.title, number: format.number(left) }), false)
    }
    put((now) => ({ ...now, parcels: withUnits(now.parcels, now.current, line.line, units) }))
    tell(code, [line.title, format.number(units)].join(' · '), true)
  }

  function change(key: string, patch: Partial<OpenParcel>) {
    const changed = (one: OpenParcel) => (one.key === key ? { ...one, ...patch } : one)
    put((now) => ({ ...now, parcels: now.parcels.map(changed) }))
  }

  function add() {
    const parcel = emptyParcel()
    put((now) => ({ parcels: [...now.parcels, parcel], current: parcel.key }))
  }

  function remove(key: string) {
    // The others have other numbers from now on.
    packing.reset()
    put((now) => {
      const left = now.parcels.filter((one) => one.key !== key)
      return { parcels: left, current: now.current === key ? (left.at(-1)?.key ?? '') : now.current }
    })
  }

  return {
    parcels,
    current,
    scans,
    problems,
    failure: packing.error ? (problems.parcels ?? errorText(packing.error)) : undefined,
    isBusy: packing.isPending,
    scan,
    change,
    add,
    remove,
    choose: (key: string) => put((now) => ({ ...now, current: key })),
    takeOut: (key: string, line: number, units: number) =>
      put((now) => ({ ...now, parcels: withUnits(now.parcels, key, line, -units) })),
    pack: () => pack(),
  }
}

export type Packing = ReturnType<typeof usePacking>
