import { describe, expect, it } from 'vitest'
import { colors } from './colors'
import { HUES, NEUTRALS } from './hues'
import { brandScale, contrast, neutralScale, TARGETS } from './palette'

const WHITE = `#${'f'.repeat(6)}`
const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const everyBrand = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`)))

describe('the scale of a brand', () => {
  it('carries white text at shade 6, whatever the colour', () => {
    for (const brand of everyBrand)
      expect(contrast(brandScale(brand)[6] ?? '', WHITE), brand).toBeGreaterThanOrEqual(4.5)
  })

  it('stands on dark surfaces at shade 4', () => {
    const body = colors.dark[7]
    for (const brand of everyBrand)
      expect(contrast(brandScale(brand)[4] ?? '', body), brand).toBeGreaterThanOrEqual(4.5)
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

  it('is the one the server makes', () => {
    expect(brandScale('#b3441c')).toMatchInlineSnapshot(`
      [
        "#fff6f4",
        "#ffe9e3",
        "#ffd3c5",
        "#ffb39b",
        "#ff8a65",
        "#e26e49",
        "#c1502a",
        "#ae4017",
        "#992f00",
        "#792300",
      ]
    `)
  })
})

it('the static colours are what the palette makes of their hues', () => {
  for (const [name, hex] of Object.entries(HUES))
    expect(colors[name as keyof typeof HUES]).toEqual(brandScale(hex))
  for (const [name, { lightnesses, chroma, hue }] of Object.entries(NEUTRALS)) {
    expect(colors[name as keyof typeof NEUTRALS]).toEqual(neutralScale(lightnesses, chroma, hue))
  }
})
