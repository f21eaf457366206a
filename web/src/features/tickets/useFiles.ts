import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { supportTicketDetach } from '@/api/generated/endpoints/support/support'
import type { SupportFile } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'

/** The server's limits: files of a message, and bytes of a file. */
export const MOST_FILES = 10
const MAX_BYTES = 10 * 1024 * 1024

export type Attached = {
  /** The file's id once it is on the server. */
  id: string
  name: string
  size: number
  /** Percent sent, while it is on its way. */
  percent?: number
  problem?: string
}

type Send = (file: File, onProgress: (percent: number) => void) => Promise<{ data: SupportFile }>

const attachedOf = ({ id, file_name, file_size }: SupportFile): Attached => ({
  id,
  name: file_name,
  size: file_size,
})

/** The files of a draft. Each goes to the server as soon as it is chosen. */
export function useFiles(known: SupportFile[] | undefined, send: Send) {
  const { t } = useTranslation(['tickets', 'common'])
  const format = useFormat()
  const [files, setFiles] = useState<Attached[]>([])
  useEffect(() => {
    if (!known) return
    setFiles((shown) => {
      const before = known.filter(({ id }) => !shown.some((file) => file.id === id))
      return [...before.map(attachedOf), ...shown]
    })
  }, [known])

  const change = (id: string, next: Partial<Attached>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))

  function refusal(file: File) {
    if (files.length >= MOST_FILES) return t('tooManyFiles', { max: MOST_FILES })
    if (file.size > MAX_BYTES) return t('common:file.tooLarge', { max: format.bytes(MAX_BYTES) })
  }

  async function add(file: File) {
    const refused = refusal(file)
    if (refused) return notify.error(`${file.name}: ${refused}`)
    const id = uuidV7()
    setFiles((all) => [...all, { id, name: file.name, size: file.size, percent: 0 }])
    try {
      const { data } = await send(file, (percent) => change(id, { percent }))
      change(id, { ...attachedOf(data), percent: undefined })
    } catch (error) {
      change(id, { percent: undefined, problem: fieldTexts(error).file ?? errorText(error) })
    }
  }

  async function remove(file: Attached) {
    setFiles((all) => all.filter(({ id }) => id !== file.id))
    if (file.problem || file.percent !== undefined) return
    await supportTicketDetach(file.id, { quiet: true }).catch(() => undefined)
  }

  return {
    files,
    add: (file: File) => void add(file),
    remove: (file: Attached) => void remove(file),
    clear: () => setFiles([]),
    /** Ids to send. */
    ids: files.filter(({ problem, percent }) => !problem && percent === undefined).map(({ id }) => id),
    /** A file is still on its way. */
    isBusy: files.some(({ percent }) => percent !== undefined),
  }
}

export type Files = ReturnType<typeof useFiles>
