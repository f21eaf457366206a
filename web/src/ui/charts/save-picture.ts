import { saveFile } from '@/ui/table/export/save-file'

const SVG = 'http://www.w3.org/2000/svg'
/** Styles that a picture needs outside the page, where there is no style sheet. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
] as const
const FONT = 'Geist, system-ui, sans-serif'
const MARGIN = 16
const TITLE = 32
/** Dots of a bitmap per unit: sharp in print, too. */
const SCALE = 2

export type PictureKind = 'png' | 'svg'

/** Saves the drawing of a chart as a file, with its title and on the ground that it has on the page. */
export async function savePicture(drawing: SVGSVGElement, kind: PictureKind, title: string) {
  const picture = withTitle(drawing, title)
  const text = new XMLSerializer().serializeToString(picture)
  const vector = new Blob([text], { type: 'image/svg+xml' })
  const name = `${title}.${kind}`
  saveFile(kind === 'svg' ? vector : await bitmapOf(vector, sizeOf(picture)), name)
}

function withTitle(drawing: SVGSVGElement, title: string) {
  const { width, height } = drawing.getBoundingClientRect()
  const [full, tall] = [Math.round(width) + 2 * MARGIN, Math.round(height) + TITLE + 2 * MARGIN]
  const picture = made('svg', { xmlns: SVG, width: full, height: tall, viewBox: `0 0 ${full} ${tall}` })
  const page = getComputedStyle(document.documentElement)
  const color = (name: string) => page.getPropertyValue(name).trim()
  const ground = made('rect', { width: full, height: tall, fill: color('--app-surface') })
  const head = made('text', {
    x: MARGIN,
    y: MARGIN + TITLE / 2,
    fill: color('--mantine-color-text'),
    'font-family': FONT,
    'font-size': 16,
    'font-weight': 600,
  })
  head.textContent = title
  const inner = styled(drawing)
  for (const [attribute, value] of Object.entries({ x: MARGIN, y: MARGIN + TITLE, width, height }))
    inner.setAttribute(attribute, String(value))
  picture.append(ground, head, inner)
  return picture
}

/** A copy whose colours and letters are attributes. Attributes of style would offend the page's security policy. */
function styled(drawing: SVGSVGElement) {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[at] as Element)
    element.removeAttribute('style')
    element.removeAttribute('class')
    for (const name of DRAWN) element.setAttribute(name, style.getPropertyValue(name))
    if (element.tagName === 'text') element.setAttribute('font-family', FONT)
  }
  return copy
}

function made(tag: string, attributes: Record<string, string | number>) {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  return element
}

const sizeOf = (picture: Element) => ({
  width: Number(picture.getAttribute('width')),
  height: Number(picture.getAttribute('height')),
})

async function bitmapOf(vector: Blob, { width, height }: { width: number; height: number }) {
  const url = URL.createObjectURL(vector)
  try {
    const image = new Image(width, height)
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * SCALE
    canvas.height = height * SCALE
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const bitmap = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!bitmap) throw new Error('the picture could not be drawn')
    return bitmap
  } finally {
    URL.revokeObjectURL(url)
  }
}
