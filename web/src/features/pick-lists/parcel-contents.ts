import type { PickListDetails, PickListLine } from '@/api/schema'
import { UNSENT } from '@/ui/form/draft'

/** A parcel that is being packed: units by the numbers of their lines. */
export type OpenParcel = {
  key: string
  weight_g: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  contents: Record<number, number>
}

/** Name of the draft with the open parcels of a list, of which the server knows nothing before they are packed. */
export const parcelsDraft = (id: string) => `${UNSENT}pick-list-parcels-${id}`

export const emptyParcel = (): OpenParcel => ({
  key: crypto.randomUUID(),
  weight_g: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  contents: {},
})

/** Units that were picked and did not come back. */
export const countKept = ({ picked, returned }: Pick<PickListLine, 'picked' | 'returned'>) =>
  picked - returned

/** The line of a code: of a lot, a GTIN or the number of the item. */
export function findLine({ lines }: Pick<PickListDetails, 'lines'>, code: string) {
  const wanted = code.trim().toUpperCase()
  return lines.find(
    (line) => countKept(line) > 0 && [line.sku, line.ean, ...line.lots].some((one) => one === wanted),
  )
}

/** Units of a line in all parcels. */
export const countPacked = (parcels: OpenParcel[], line: number) =>
  parcels.reduce((sum, { contents }) => sum + (contents[line] ?? 0), 0)

/** Units of a parcel. */
export const countUnits = ({ contents }: OpenParcel) =>
  Object.values(contents).reduce((sum, units) => sum + units, 0)

/** The parcels with more or fewer units of a line in one of them; without units, the line is not in it. */
export const withUnits = (parcels: OpenParcel[], key: string, line: number, more: number): OpenParcel[] =>
  parcels.map((parcel) => {
    if (parcel.key !== key) return parcel
    const { [line]: units = 0, ...others } = parcel.contents
    const left = units + more
    return { ...parcel, contents: left > 0 ? { ...others, [line]: left } : others }
  })

/** The first thing that is missing before the parcels can be packed. */
type Gap =
  | { kind: 'left' | 'over'; goods: string; units: number }
  | { kind: 'empty' | 'weight'; parcel: number }

/** The first thing that is missing before the parcels can be packed. */
export function findGap({ lines }: Pick<PickListDetails, 'lines'>, parcels: OpenParcel[]): Gap | undefined {
  for (const line of lines) {
    const left = countKept(line) - countPacked(parcels, line.line)
    if (left !== 0) return { kind: left > 0 ? 'left' : 'over', goods: line.title, units: Math.abs(left) }
  }
  const empty = parcels.findIndex((parcel) => countUnits(parcel) === 0)
  if (empty >= 0) return { kind: 'empty', parcel: empty + 1 }
  const light = parcels.findIndex(({ weight_g }) => weight_g === null)
  return light >= 0 ? { kind: 'weight', parcel: light + 1 } : undefined
}

/** The parcels as they are sent. */
export const toPacking = (parcels: OpenParcel[]) =>
  parcels.map(({ key, weight_g, contents, ...sides }) => ({
    ...sides,
    weight_g: weight_g ?? 0,
    contents: Object.entries(contents).map(([line, quantity]) => ({ line: Number(line), quantity })),
  }))
