import { expect, it, vi } from 'vitest'
import { shrinkPhoto, UnreadablePicture } from './shrink-photo'

it('says that a picture cannot be read, whatever the browser calls that', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError')
  })
  const photo = new File(['heic'], 'photo.heic', { type: 'image/heic' })
  await expect(shrinkPhoto(photo)).rejects.toBeInstanceOf(UnreadablePicture)
  vi.unstubAllGlobals()
})
