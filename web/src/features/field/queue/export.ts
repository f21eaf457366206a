import { ownerOf } from './database'
import { readBytes, readQueue } from './store'

/** Bytes as text: the file is read by people and programs that know no IndexedDB. */
async function base64Of(bytes: ArrayBuffer) {
  const reader = new FileReader()
  const read = new Promise((done, fail) => {
    reader.onload = done
    reader.onerror = fail
  })
  reader.readAsDataURL(new Blob([bytes]))
  await read
  return String(reader.result).split(',')[1] ?? ''
}

export type Driver = { id: string; name: string; email: string }

/** What has not arrived or was not accepted, with the photos: for a driver who cannot send. */
export async function exportQueue({ id, name, email }: Driver, now = new Date()): Promise<File> {
  const { records, files } = await readQueue(ownerOf(id))
  const kept = files.filter(({ state }) => state !== 'sent')
  const hashes = new Set(kept.map(({ sha256 }) => sha256))
  const isOpen = records.filter(
    ({ state, record }) => state !== 'sent' || record.files.some(({ sha256 }) => hashes.has(sha256)),
  )
  const withBytes = await Promise.all(
    kept.map(async ({ key, sha256, name: fileName, type, refusal }) => {
      const bytes = await readBytes(key)
      return { sha256, name: fileName, type, refusal, base64: bytes ? await base64Of(bytes) : null }
    }),
  )
  const content = {
    company: window.location.host,
    driver: { id, name, email },
    exported_at: now.toISOString(),
    records: isOpen.map(({ state, refusal, record }) => ({ state, refusal, record })),
    files: withBytes,
  }
  const day = now.toISOString().slice(0, 10)
  return new File([JSON.stringify(content, null, 1)], `records-${day}.json`, { type: 'application/json' })
}
