/** A file dropped on one page for the next one. An address cannot carry it. */
let dropped: File | null = null

export const keepDroppedFile = (file: File) => {
  dropped = file
}

/** The dropped file, once. */
export function takeDroppedFile(): File | null {
  const file = dropped
  dropped = null
  return file
}
