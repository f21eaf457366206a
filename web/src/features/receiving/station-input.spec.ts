import { expect, it } from 'vitest'
import { isFromDevice } from '@/blocks/scan/device-typing'
import { USUAL_SETTINGS } from './scale-frames'
import { isMeantAsMeasure, isMeantAsSuite, readLine, readSides } from './station-input'

const read = (line: string) => readLine(line, USUAL_SETTINGS)

it('tells a code from a weight and a size', () => {
  expect(read('AT000000014BR002')).toEqual({ kind: 'code', code: 'AT000000014BR002' })
  expect(read('7898357417892')).toEqual({ kind: 'code', code: '7898357417892' })
  expect(read('1,250 kg')).toEqual({ kind: 'weight', grams: 1250, text: '1,250 kg' })
  expect(read('１．２５ kg')).toMatchObject({ kind: 'weight', grams: 1250 })
  expect(read('ST,GS,+00001.25kg')).toMatchObject({ kind: 'weight', grams: 1250 })
  expect(read('30x20x10')).toEqual({ kind: 'size', sides: { length_mm: 300, width_mm: 200, height_mm: 100 } })
})

it('tells a measure with a mistake from a code', () => {
  for (const line of ['30x20', '30x20x', '30 x 20 cm', '30cm x 200mm x 10cm', '1.250,5 kg'])
    expect([read(line).kind, isMeantAsMeasure(line)]).toEqual(['code', true])
  for (const code of ['AT000000014BR002', '7898357417892', 'X100', '12XA4', '1Z999AA1', 'TBA30X20'])
    expect(isMeantAsMeasure(code)).toBe(false)
})

it('tells a suite from what a scale types', () => {
  expect(read('Suite 1004')).toEqual({ kind: 'code', code: 'Suite 1004' })
  expect(isMeantAsSuite('1004', false, 'g')).toBe(true)
  expect(isMeantAsSuite('1004', true, 'kg')).toBe(true)
  expect(isMeantAsSuite('1004', true, 'g')).toBe(false)
  for (const line of ['1.004', '1004 g', '30x20x10', 'AB-7'])
    expect(isMeantAsSuite(line, false, 'kg')).toBe(false)
})

it('says why a scale has no weight', () => {
  expect(read('US,GS,+00001.25kg')).toEqual({ kind: 'no_weight', state: 'unstable' })
  expect(read('0.000 kg')).toEqual({ kind: 'no_weight', state: 'zero' })
})

it('takes the tray off what a scale types', () => {
  expect(readLine('1.250 kg', USUAL_SETTINGS, 250)).toEqual({
    kind: 'weight',
    grams: 1000,
    text: '1.250 kg − 250 g',
  })
  expect(readLine('0.250 kg', USUAL_SETTINGS, 250)).toEqual({ kind: 'no_weight', state: 'zero' })
  expect(readLine('7898357417892', USUAL_SETTINGS, 250)).toEqual({ kind: 'code', code: '7898357417892' })
})

it('reads sizes in the units of the tape', () => {
  expect(readSides('30,5 × 20 × 10 cm')).toEqual({ length_mm: 305, width_mm: 200, height_mm: 100 })
  expect(readSides('12x8x4 in')).toEqual({ length_mm: 304.8, width_mm: 203.2, height_mm: 101.6 })
  expect(readSides('30cm x 20cm x 10CM')).toEqual({ length_mm: 300, width_mm: 200, height_mm: 100 })
  expect(readSides('12"x8"x4"')).toEqual({ length_mm: 304.8, width_mm: 203.2, height_mm: 101.6 })
  expect(readSides('３０．５×２０＊１０')).toEqual({ length_mm: 305, width_mm: 200, height_mm: 100 })
  expect(readSides('30x20')).toBeUndefined()
  expect(readSides('30cm x 200mm x 10cm')).toBeUndefined()
  expect(readSides('0x20x10')).toBeUndefined()
})

it('knows a scanner by its speed', () => {
  expect(isFromDevice([0, 8, 16, 24, 32, 40, 48])).toBe(true)
  expect(isFromDevice([0, 120, 260, 380, 500, 640])).toBe(false)
  expect(isFromDevice([0, 8])).toBe(false)
})
