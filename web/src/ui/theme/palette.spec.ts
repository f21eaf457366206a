import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { colors } from './colors'
import { HUES, NEUTRALS } from './hues'
import { brandScale, contrast, hueOf, mixed, neutralScale, TARGETS } from './palette'
import { TINT } from './theme'

type Scale = [string, string, string, string, string, string, string, string, string, string]

const VECTORS = JSON.parse(readFileSync('../openapi/palette.json', 'utf8')) as Record<string, string[]>

const WHITE = `#${'f'.repeat(6)}`
const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const everyBrand = [
  ...STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`))),
  '#ffe600',
  '#050505',
  '#fafafa',
]

/** The surfaces that text stands on: a card, the ground, and a row under the pointer. */
const SURFACES = {
  light: [WHITE, colors.gray[0], colors.gray[1]],
  dark: [colors.dark[7], colors.dark[8], colors.dark[6]],
}

describe('the scale of a brand', () => {
  it('carries white text at shade 6, whatever the colour', () => {
    for (const brand of everyBrand)
      expect(contrast(brandScale(brand)[6] ?? '', WHITE), brand).toBeGreaterThanOrEqual(4.5)
  })

  it('is read as a link on every surface, chosen rows included', () => {
    for (const brand of everyBrand) {
      const scale = brandScale(brand) as Scale
      for (const surface of SURFACES.light)
        expect(contrast(scale[7], surface), brand).toBeGreaterThanOrEqual(4.5)
      for (const surface of SURFACES.dark)
        expect(contrast(scale[4], surface), brand).toBeGreaterThanOrEqual(4.5)
      expect(contrast(scale[9], mixed(colors.blue[6], WHITE, 0.08)), brand).toBeGreaterThanOrEqual(4.5)
      expect(contrast(scale[0], mixed(colors.blue[6], colors.dark[7], 0.08)), brand).toBeGreaterThanOrEqual(
        4.5,
      )
    }
  })

  it('is read on its own tint, where it marks the current entry of the menu', () => {
    for (const brand of everyBrand) {
      const scale = brandScale(brand) as Scale
      const light = mixed(scale[6], WHITE, TINT.light / 100)
      const dark = mixed(scale[6], colors.dark[7], TINT.dark / 100)
      expect(contrast(scale[9], light), brand).toBeGreaterThanOrEqual(4.5)
      expect(contrast(scale[0], dark), brand).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('reaches the contrast of each shade and goes little beyond', () => {
    for (const brand of ['#0a6e8a', '#b3441c', '#ffe600']) {
      brandScale(brand).forEach((shade, at) => {
        const wanted = TARGETS[at] ?? 0
        expect(contrast(shade, WHITE)).toBeGreaterThanOrEqual(wanted)
        expect(contrast(shade, WHITE)).toBeLessThan(wanted * 1.04)
      })
    }
  })

  it.each(Object.entries(VECTORS))('is the one the server makes of %s', (brand, scale) => {
    expect(brandScale(brand)).toEqual(scale)
  })
})

/** Hues that mean something, apart from each other and from the brand of the demo that once looked like danger. */
describe('the colours that mean something', () => {
  const { red, orange, blue, teal } = HUES
  const rust = '#b3441c'

  it.each([
    ['danger and a warm brand', red, rust, 15],
    ['a warning and a warm brand', orange, rust, 20],
    ['danger and a warning', red, orange, 30],
    ['danger and what is chosen', red, blue, 90],
    ['success and what is chosen', teal, blue, 60],
  ])('%s have hues apart', (_name, one, other, degrees) => {
    const apart = Math.abs(hueOf(one) - hueOf(other))
    expect(Math.min(apart, 360 - apart)).toBeGreaterThan(degrees)
  })
})

it('the static colours are what the palette makes of their hues', () => {
  for (const [name, hex] of Object.entries(HUES))
    expect(colors[name as keyof typeof HUES]).toEqual(brandScale(hex))
  for (const [name, { lightnesses, chroma, hue }] of Object.entries(NEUTRALS)) {
    expect(colors[name as keyof typeof NEUTRALS]).toEqual(neutralScale(lightnesses, chroma, hue))
  }
})
