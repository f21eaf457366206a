import type { ProofKind } from '@/api/schema'
import { isOutOfRoom } from './store'

/** A photo of this size still shows a door and a face. */
const SMALL_SIDE = 800

export type TakenFile = { kind: ProofKind; file: File }

type Writing<Result> = {
  files: TakenFile[]
  write(files: TakenFile[]): Promise<Result>
  shrink(file: File, longestSide: number): Promise<File>
}

/**
 * Writes a record with its files. On a phone without room the photos become smaller, then they stay out, then every file does:
 * the record itself always goes in.
 */
export async function writeWithRoom<Result>({ files, write, shrink }: Writing<Result>): Promise<Result> {
  const shrunk = ({ kind, file }: TakenFile) =>
    shrink(file, SMALL_SIDE).then((small) => ({ kind, file: small }))
  const attempts: (() => Promise<TakenFile[]>)[] = [
    async () => files,
    () => Promise.all(files.map(async (taken) => (taken.kind === 'photo' ? shrunk(taken) : taken))),
    async () => files.filter(({ kind }) => kind !== 'photo'),
  ]
  for (const attempt of attempts) {
    try {
      return await write(await attempt())
    } catch (failure) {
      if (!isOutOfRoom(failure)) throw failure
    }
  }
  return write([])
}
