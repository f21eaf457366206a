/** The longest side of a photo in pixels: enough to read a label. */
const LONGEST_SIDE = 1600
const QUALITY = 0.85

/** The browser cannot read this picture: another format, or no picture at all. */
export class UnreadablePicture extends Error {}

async function readPicture(file: File) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new UnreadablePicture('The picture cannot be read.', { cause })
  }
}

/** A smaller JPEG of the pixels alone: where and with what it was taken stays on the device. */
export async function shrinkPhoto(file: File, longestSide = LONGEST_SIDE): Promise<File> {
  const picture = await readPicture(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return blob ? new File([blob], 'photo.jpg', { type: 'image/jpeg' }) : file
}
