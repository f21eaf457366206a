// Writes src/ui/theme/colors.ts: Mantine's hues passed through the contrast-safe palette. Run it by hand after
// changing the palette; a test holds the file to it.
import { writeFileSync } from 'node:fs'
import { HUES, NEUTRALS } from '../src/ui/theme/hues.ts'
import { brandScale, neutralScale } from '../src/ui/theme/palette.ts'

const scales = {
  ...Object.fromEntries(Object.entries(HUES).map(([name, hex]) => [name, brandScale(hex)])),
  ...Object.fromEntries(
    Object.entries(NEUTRALS).map(([name, { lightnesses, chroma, hue }]) => [
      name,
      neutralScale(lightnesses, chroma, hue),
    ]),
  ),
}

const lines = Object.entries(scales).map(
  ([name, shades]) => `  ${name}: [\n${shades.map((shade) => `    '${shade}',`).join('\n')}\n  ],`,
)
writeFileSync(
  'src/ui/theme/colors.ts',
  `// Written by scripts/colors.mjs from palette.ts.\nexport const colors = {\n${lines.join('\n')}\n} as const\n`,
)
